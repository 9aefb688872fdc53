import { defineCase } from '../../harness/case.ts';
import { noneDescribed } from '../../harness/described.ts';
import { valueInWords } from '../../harness/formats/value.ts';
import { iconed, iconMutants, serverIcons } from '../../harness/icons.ts';
import { check } from '../../harness/judge.ts';
import { onResult } from '../../harness/mutate.ts';
import { isObject } from '../../harness/wire.ts';

const url = 'https://example.com/icon.png';

export default defineCase({
  title: 'The icons of a resource, a template and the server are an array of objects or left out',
  rules: [
    {
      id: 'icons-array',
      level: 'SCHEMA',
      since: '2025-11-25',
      at: 'basic/index#icons',
      find: 'represented as an array of `Icon`',
    },
  ],
  harm: 'breaks',
  hint: 'Give icons as an array of objects with a src each, also where it is one; leave it out where there is none.',

  async run(probe) {
    let judged = 0;
    for await (const { icons, what } of iconed(probe)) {
      judged++;
      check(Array.isArray(icons), `expected an array as icons of ${what}, got ${valueInWords(icons)}`);
      for (const icon of icons)
        check(isObject(icon), `expected objects as icons of ${what}, got ${valueInWords(icon)} among them`);
    }
    if (judged === 0) await noneDescribed(probe, 'nothing that the server tells of has icons');
  },

  allows: {
    'none in an array': onResult('resources/list', ({ resources }) => {
      for (const item of resources) item.icons = [];
    }),
    'one of the server itself': serverIcons([{ src: url }]),
    'one with members that nobody knows': onResult('resources/list', ({ resources }) => {
      resources[0].icons = [{ src: url, alt: null, weight: 7 }];
    }),
    'any number of them': onResult('resources/templates/list', ({ resourceTemplates }) => {
      for (const item of resourceTemplates) item.icons = Array.from({ length: 50 }, () => ({ src: url }));
    }),
  },
  breaks: (revision) => ({
    ...iconMutants(revision, ['icons', 'icons[]'], { says: 'as icons of ' }),
    'addresses alone': [
      onResult('resources/list', ({ resources }) => {
        resources[0].icons = [url];
      }),
      `expected objects as icons of "demo://host/greeting", got "${url}" among them`,
    ],
    'one icon without an array': [serverIcons({ src: url }), 'expected an array as icons of the server itself'],
    'null for the server itself': [serverIcons(null), 'as icons of the server itself, got null'],
  }),
});
