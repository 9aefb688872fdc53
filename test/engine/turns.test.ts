import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Turns } from '../../harness/turns.ts';

/** Notes in `order` when what it waits for comes. */
const note = (order: string[], name: string, what: Promise<unknown>) => what.then(() => order.push(name));
const settled = () => new Promise(setImmediate);

describe('turns of the legs of a run', () => {
  it('lets legs read side by side', async () => {
    const turns = new Turns();
    const [one, other] = [await turns.begin(), await turns.begin()];
    expect([one.doing, other.doing]).toEqual(['read', 'read']);
  });

  it('lets nobody read while somebody plants, and several plant', async () => {
    const turns = new Turns();
    const order: string[] = [];
    const [one, other] = [await turns.begin(), await turns.begin()];
    const planting = note(order, 'one plants', one.become('plant'));
    await settled();
    expect(order).toEqual([]);
    await Promise.all([planting, note(order, 'other plants', other.become('plant'))]);
    void note(order, 'third reads', turns.begin());
    one.end();
    await settled();
    expect(order.toSorted()).toEqual(['one plants', 'other plants']);
    other.end();
    await settled();
    expect(order.at(-1)).toBe('third reads');
  });

  it('has each change alone, and none wait for ever', async () => {
    const turns = new Turns();
    const order: string[] = [];
    const [one, other] = [await turns.begin(), await turns.begin()];
    const changing = [note(order, 'one', one.become('change')), note(order, 'other', other.become('change'))];
    // Readers that come later do not overtake.
    const third = turns.begin();
    void note(order, 'third', third);
    await settled();
    expect(order).toEqual(['one']);
    one.end();
    await settled();
    expect(order).toEqual(['one', 'other']);
    other.end();
    await Promise.all([...changing, third]);
    expect(order).toEqual(['one', 'other', 'third']);
  });

  it('asks nothing of who may do it already, and ends once', async () => {
    const turns = new Turns();
    const one = await turns.begin('change');
    await one.become('plant');
    expect(one.doing).toBe('change');
    one.end();
    one.end();
    await one.become('change');
    expect((await turns.begin('change')).doing).toBe('change');
  });

  it('gives no turn to a case that was over before it came', async () => {
    const turns = new Turns();
    const [one, other] = [await turns.begin(), await turns.begin()];
    const change = one.become('change');
    one.end();
    other.end();
    await change;
    expect((await turns.begin('change')).doing).toBe('change');
  });

  it('ends a turn whose work fails', async () => {
    const turns = new Turns();
    await expect(turns.during(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await turns.begin('change');
  });

  describe('in which the server is made to change something', () => {
    const trigger = { tool: 'touch', arguments: { uri: 'x:y' } };
    const folder = () => {
      const made = mkdtempSync(join(tmpdir(), 'turns-'));
      onTestFinished(() => rmSync(made, { recursive: true }));
      return made;
    };

    it('are like others where no folder and no command is shared', async () => {
      const turn = await new Turns().begin();
      await turn.change(trigger);
      expect(turn.doing).toBe('read');
    });

    it('are alone where a command does it, time and again', async () => {
      const turns = new Turns();
      for (let i = 0; i < 2; i++) {
        const turn = await turns.begin();
        await turn.change({ command: 'touch file' });
        expect(turn.doing).toBe('change');
        turn.end();
      }
    });

    it('are alone until it is known that the shared folder stays as it is', async () => {
      const turns = new Turns(folder());
      const seen: string[] = [];
      for (let i = 0; i < 2; i++) {
        const turn = await turns.begin();
        await turn.change(trigger);
        seen.push(turn.doing);
        turn.end();
      }
      expect(seen).toEqual(['change', 'read']);
      const other = await turns.begin();
      await other.change({ ...trigger, tool: 'add' });
      expect(other.doing).toBe('change');
    });

    it('stay alone where it has changed', async () => {
      const place = folder();
      const turns = new Turns(place);
      for (let i = 0; i < 3; i++) {
        const turn = await turns.begin();
        await turn.change(trigger);
        expect(turn.doing).toBe('change');
        if (i === 0) writeFileSync(join(place, 'new'), '');
        turn.end();
      }
    });
  });
});
