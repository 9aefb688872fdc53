import { expect, test } from 'vitest';
import { repeatedNames } from '../../harness/formats/json-names.ts';

test.each([
  ['{"a":{"x":1,"x":2}}', ['a'], ['x']],
  ['{"a":{"x":1,"y":2}}', ['a'], []],
  ['{"a":{"x":1},"b":{"x":1,"x":1}}', ['a'], []],
  ['{"a":{"x":{"x":1},"y":"x\\":{","z":["x",{"x":1}]}}', ['a'], []],
  ['{"a":{"\\u0078":1,"x":2}}', ['a'], ['x']],
  ['{"a":{"x":1},"a":{"x":1,"x":2}}', ['a'], ['x']],
  ['{"a":[{"x":1,"x":2}]}', ['a'], []],
  ['{"x":1,"x":2}', [], ['x']],
  ['{"a":{"b":{"x":[{"y":1}],"x":","}}}', ['a', 'b'], ['x']],
  ['{"__proto__":{"x":1,"x":2}}', ['__proto__'], ['x']],
  ['{"a":{"x":1,"x', ['a'], []],
  ['', [], []],
])('%s below %j repeats %j', (text, path, names) => {
  expect(repeatedNames(text, path)).toEqual(names);
});
