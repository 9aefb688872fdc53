import { defineCase } from '../../harness/case.ts';
import { check, notApplicable } from '../../harness/judge.ts';
import { progressing, stepsIn } from '../../harness/progress.ts';
import { quote } from '../../harness/quote.ts';

export default defineCase({
  title: 'The message of progress is something to be read by people',
  rules: [
    {
      id: 'progress-message-relevant',
      level: 'SHOULD',
      since: '2025-03-26',
      until: '2025-11-25',
      at: 'basic/utilities/progress#progress-flow',
      find: 'The `message` field **SHOULD** provide',
    },
    {
      id: 'progress-message-relevant',
      level: 'SHOULD',
      since: '2026-07-28',
      at: 'basic/patterns/progress#progress-flow',
      find: 'The `message` field **SHOULD** provide',
    },
  ],
  harm: 'untidy',
  hint: 'Say in a few words what is going on, or leave the message out.',

  // Whether a text is relevant only people can tell: what counts is that there is one, and that it is no dump of data.
  watch(traffic) {
    const told = stepsIn(traffic).filter(({ params }) => typeof params.message === 'string');
    if (told.length === 0) notApplicable('the server tells of its progress in numbers only');
    for (const { line, params } of told) {
      const message: string = params.message;
      const readable = /[\p{L}\p{N}\p{So}]/u.test(message) && !isDump(message);
      check(readable, `expected a text for people as the message of progress, got ${quote(message)}`, {
        lines: [line],
      });
    }
  },

  allows: {
    'a few words': progressing({ progress: 1, message: 'Reading' }),
    'another language': progressing({ progress: 1, message: '読み込み中…' }),
    'a percentage': progressing({ progress: 1, message: '50 %' }),
    'a list in brackets': progressing({ progress: 1, message: '[1/3] Reading the index' }),
    'some steps without one': progressing({ progress: 1 }, { progress: 2, message: 'Nearly there' }),
  },
  breaks: {
    'an empty message': [progressing({ progress: 1, message: '' }), 'got ""'],
    'white space': [progressing({ progress: 1, message: ' \n' }), 'as the message of progress, got'],
    'a dump of data': [progressing({ progress: 1, message: '{"phase":3,"ok":true}' }), 'got "{'],
  },
});

function isDump(message: string): boolean {
  if (!/^\s*[[{]/.test(message)) return false;
  try {
    JSON.parse(message);
    return true;
  } catch {
    return false;
  }
}
