import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { helpText, parseCommand } from '../../src/suite/command.ts';
import type { OptionName } from '../../src/suite/suite.ts';
import { optionNames } from '../../src/suite/suite.ts';

const known = new Map<string, readonly OptionName[]>([
  ['engine', optionNames],
  ['store', ['rounds', 'quick', 'results']],
  ['report', ['results']],
]);

test('a suite runs 7 rounds of its own sizes', () => {
  expect(parseCommand(['engine'], known)).toEqual({
    ok: true,
    command: {
      name: 'engine',
      options: { rounds: 7, sizes: undefined, isQuick: false },
      resultsFolder: undefined,
    },
  });
});

test('sizes are put in order and named once', () => {
  const parsed = parseCommand(
    ['engine', '--sizes', '1000,10,1000', '--rounds', '9', '--results', 'x', '--quick'],
    known,
  );
  expect(parsed).toEqual({
    ok: true,
    command: { name: 'engine', options: { rounds: 9, sizes: [10, 1000], isQuick: true }, resultsFolder: 'x' },
  });
});

describe('wrong usage says what is wrong and what is allowed', () => {
  test.for<[string[], string]>([
    [[], 'engine, store, report'],
    [['engines'], 'engines; allowed: engine, store, report'],
    [['engine', 'store'], 'argument store'],
    [['store', '--sizes', '10'], '--sizes; allowed: --rounds, --quick, --results'],
    [['report', '--rounds', '9', '--quick'], '--rounds, --quick; allowed: --results'],
    [['engine', '--rounds', '4'], '--rounds is 4;'],
    [['engine', '--rounds', '7.5'], '--rounds is 7.5;'],
    [['engine', '--sizes', '10,x'], '--sizes is 10,x;'],
    [['engine', '--sizes', '0'], '--sizes is 0;'],
    [['engine', '--logs', 'many'], '--logs is many;'],
  ])('%j', ([args, problem]) => {
    expect(parseCommand(args, known)).toEqual({ ok: false, problem: expect.stringContaining(problem) });
  });

  test('an unknown option', () => {
    const parsed = parseCommand(['engine', '--fast'], known);
    expect(parsed).toEqual({ ok: false, problem: expect.stringContaining("Unknown option '--fast'") });
  });
});

test('the help names every suite with what it measures', () => {
  expect(helpText(new Map([['engine', 'selecting tiers']]))).toMatch(/^ +engine +selecting tiers$/m);
});

test.for<[string, string[]]>([
  ['no suite', []],
  ['an unknown suite', ['engines']],
  ['too few rounds', ['engine', '--rounds', '1']],
])('%s ends with 2 and the help', ([, args]) => {
  const main = join(import.meta.dirname, '../../src/main.ts');
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@auction-tiers/source'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, main, ...args], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('usage: npm run bench -- SUITE [options]');
  expect(stderr).toMatch(/^ +engine /m);
});
