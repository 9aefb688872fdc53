import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isPinned, readYaml, root, type Step } from './yaml.ts';

interface Job {
  steps: Step[];
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  strategy?: { matrix: Record<string, unknown[]> };
}

const folder = '.github/workflows';
const names = readdirSync(join(root, folder)).sort();
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const workflows = names.map(
  (name) =>
    ({ ...readYaml(`${folder}/${name}`), name }) as {
      name: string;
      jobs: Record<string, Job>;
      permissions: unknown;
      on: any;
    },
);
const jobs = workflows.flatMap(({ name, jobs: all }) =>
  Object.entries(all).map(([id, job]) => ({ at: `${name} ${id}`, job })),
);
const steps = jobs.flatMap(({ at, job }) => job.steps.map((step) => ({ at, step })));
const of = (name: string) => workflows.find((each) => each.name === name)!;

describe('the workflows', () => {
  it('are the one that checks and the one that releases', () => {
    expect(names).toEqual(['ci.yml', 'release.yml']);
    expect(of('release.yml').on).toEqual({ push: { tags: ['v*'] } });
    expect(Object.keys(of('ci.yml').on)).toEqual(['push', 'pull_request']);
  });

  it.each(steps.map(({ at, step }, index) => [`${at}, step ${index}`, step] as const))('%s is safe', (_, step) => {
    if (step.uses) expect(isPinned(step.uses), step.uses).toBe(true);
    if (step.uses?.startsWith('actions/checkout')) expect(step.with).toMatchObject({ 'persist-credentials': false });
    expect(step.run ?? '').not.toContain('${{');
    expect(step.uses === undefined).toBe(step.run !== undefined);
  });

  it('may do no more than they need', () => {
    expect(of('ci.yml').permissions).toEqual({ contents: 'read' });
    expect(of('release.yml').permissions).toEqual({});
    const given = jobs.flatMap(({ at, job }) => (job.permissions ? [[at, job.permissions]] : []));
    expect(given).toEqual([
      ['release.yml pack', { contents: 'read' }],
      ['release.yml publish', { 'id-token': 'write' }],
      ['release.yml attach', { contents: 'write' }],
    ]);
    // Code of others runs in neither of the jobs that may write: they unpack what another job made.
    for (const id of ['publish', 'attach'])
      for (const { uses, run } of of('release.yml').jobs[id]!.steps)
        expect(uses ?? run).not.toMatch(/checkout|npm (?:ci|install)/);
    for (const { at, job } of jobs) expect(job['timeout-minutes'], at).toBeGreaterThan(0);
  });

  it('run what is there', () => {
    const words = steps.flatMap(({ step }) => step.run ?? []).join('\n');
    const scripts = [...words.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!);
    expect(scripts.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
    const files = [...words.matchAll(/(?:node |--config )((?:scripts|test)\/[\w./-]+)/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    expect(() => accessSync(join(root, '.ci/run'), constants.X_OK)).not.toThrow();
    const inputs = Object.keys(readYaml('action.yml').inputs);
    const own = steps.filter(({ step }) => step.uses === './');
    expect(own).toHaveLength(1);
    expect(Object.keys(own[0]!.step.with!).filter((name) => !inputs.includes(name))).toEqual([]);
  });

  it('check on each Node.js that is supported, the lowest among them', () => {
    expect(of('ci.yml').jobs.checks!.strategy!.matrix.node).toEqual([20, 22, 24]);
    const lowest = of('ci.yml').jobs.lowest!.steps.flatMap((step) => step.with?.['node-version'] ?? []);
    expect(`>=${lowest.at(-1)}`).toBe(manifest.engines.node);
  });

  it('publish with provenance, and attach the reports', () => {
    const { pack, publish, attach } = of('release.yml').jobs;
    expect(publish!.steps.at(-1)!.run).toMatch(/^npm publish --provenance /);
    expect(pack!.steps.map(({ run }) => run)).toContain('npm run release:reports -- release');
    expect(attach!.steps.at(-1)!.run).toMatch(/ release\/\*$/);
  });
});

describe('the reports of a release', () => {
  it('are pages, one for each server, and one with all of them', () => {
    const out = mkdtempSync(join(tmpdir(), 'release-'));
    try {
      const words = [
        'build.mjs',
        'scripts/release-reports.ts',
        out,
        '--server',
        'reference,sdk2',
        '--only',
        'read/shape',
      ];
      const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
      expect(status, `${stdout}${stderr}`).toBe(0);
      expect(readdirSync(out).sort()).toEqual(
        ['all-servers', 'reference-http', 'reference-stdio', 'sdk2-http', 'sdk2-stdio'].map((name) => `${name}.html`),
      );
      for (const name of readdirSync(out)) expect(readFileSync(join(out, name), 'utf8')).toMatch(/^<!doctype html>/i);
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  });

  it('are refused for servers that are not there', () => {
    const words = ['build.mjs', 'scripts/release-reports.ts', 'x', '--server', 'nobody'];
    const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('no such server: nobody') });
  });
});
