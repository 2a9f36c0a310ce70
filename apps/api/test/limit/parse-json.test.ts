import {
  array,
  assert,
  constantFrom,
  dictionary,
  integer,
  jsonValue,
  property,
  record,
  string,
  tuple,
} from 'fast-check';
import { finish } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { parseInSteps } from '../../src/slice/parse-json.ts';

/** What comes of a text: its value, or why it has none. */
function outcomeOf(parse: () => unknown): unknown {
  try {
    return { value: parse() };
  } catch (error) {
    return { refused: (error as Error).name, message: (error as Error).message };
  }
}

function expectSame(text: string, most: number): void {
  const found = outcomeOf(() => finish(parseInSteps(text, most)));
  expect(found).toStrictEqual(outcomeOf(() => JSON.parse(text)));
  // The order of attributes, and the sign of zero, are not compared by the above.
  expect(JSON.stringify(found)).toBe(JSON.stringify(outcomeOf(() => JSON.parse(text))));
}

const most = integer({ min: 0, max: 40 });
const indent = constantFrom(0, 1, '\t', '\r\n');

test('every JSON text has the value that JSON.parse gives it, wherever it is cut', () => {
  const text = tuple(jsonValue({ maxDepth: 7 }), indent).map(([value, space]) => JSON.stringify(value, null, space));
  assert(
    property(text, most, (whole, length) => expectSame(whole, length)),
    { numRuns: 600 },
  );
});

test('strings with quotation marks, backslashes and brackets are not cut', () => {
  const odd = string({
    unit: constantFrom('"', '\\', '[', ']', '{', '}', ',', ':', ' ', 'a', '\u2028', '😀'),
    maxLength: 30,
  });
  assert(
    property(array(dictionary(odd, array(odd))), most, (value, length) => expectSame(JSON.stringify(value), length)),
    { numRuns: 600 },
  );
});

test('a text that is broken anywhere is refused with the words of JSON.parse', () => {
  const whole = array(record({ id: integer(), name: string(), list: array(integer()) }), { minLength: 1 });
  const edit = tuple(
    integer({ min: 0, max: 1000 }),
    constantFrom('', ',', ']', '}', '[', '{', '"', ':', '\\', ' ', '1', 'n', '\0'),
  );
  assert(
    property(whole, most, edit, integer({ min: 0, max: 3 }), (value, length, [place, put], taken) => {
      const text = JSON.stringify({ value, last: null });
      const at = place % text.length;
      expectSame(text.slice(0, at) + put + text.slice(at + taken), length);
    }),
    { numRuns: 2000 },
  );
});

test.for([
  ['__proto__ as an attribute', '{"a":1,"__proto__":{"polluted":[1,2,3]},"b":2}'],
  ['the same attribute twice', '{"a":[1,2,3],"b":0,"a":[4]}'],
  ['attributes that are numbers', '{"2":[1,2,3,4],"1":"aaaaaaaa"}'],
  ['nothing behind a comma', '[1,2,3,4,5,6,7,8,]'],
  ['nothing between commas', '[1,2,,3]'],
  ['nothing but a comma', '[,]'],
  ['another bracket at the end', '[1,2,3}'],
  ['an attribute without a value', '{"aaaaaaaaaaaa":}'],
  ['an attribute without a name', '{"a":1,:2}'],
  ['two values', '[1,2,3][4]'],
  ['no end', '[{"a":[1,2'],
  ['a string without an end', '["aaaaaaaaaaaaaaa]'],
  ['a line feed in a string', '["aaa\naaa"]'],
  ['spaces that JSON has not', '[1,\u00a02]'],
  ['no value', '   '],
  ['negative zero', '[-0,-0.0,0]'],
  ['many brackets', '['.repeat(50) + ']'.repeat(50)],
] as const)('%s', ([, text]) => {
  for (const length of [0, 1, 3, 10]) expectSame(text, length);
});

test('a long text is read in many steps, each of which reads a short piece of it', () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => ({ id: at, name: `row ${at}`, members: [{ id: at }] }));
  const steps = parseInSteps(JSON.stringify({ rows: { of: rows } }));
  let count = 0;
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) count++;
  expect(step.value).toEqual({ rows: { of: rows } });
  expect(count).toBeGreaterThan(60);
});

test('brackets in each other are not read again and again', () => {
  const depth = 200_000;
  const text = `${'[1,'.repeat(depth)}0${']'.repeat(depth)}`;
  let count = 0;
  for (const _ of parseInSteps(text)) count++;
  // Five times at most, in steps of 16 Ki characters, and a step per list.
  expect(count).toBeLessThan(5 * (text.length / (16 * 1024) + 3));
});
