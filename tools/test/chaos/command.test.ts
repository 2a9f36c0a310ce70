import { expect, test } from 'vitest';
import { helpText, parseCommand } from '../../chaos/command.ts';
import { killFaults } from '../../chaos/fault/kill.ts';

const known = { faults: killFaults, scenarios: new Map([['rounds', 'faults in turn']]) };
const parse = (...args: string[]) => parseCommand(args, known);

test('without options every fault is chosen, with all traffic', () => {
  expect(parse()).toMatchObject({
    kind: 'command',
    command: { scenario: 'rounds', faults: killFaults, traffic: ['all'], seed: 1, rounds: undefined },
  });
});

test('options choose', () => {
  const args = ['--fault', 'kill-api', '--fault', 'kill-redis', '--traffic', 'writers', '--rounds', '3', '--seed', '9'];
  const parsed = parse(...args);
  expect(parsed).toMatchObject({ command: { traffic: ['writers'], rounds: 3, seed: 9 } });
  const names = parsed.kind === 'command' ? parsed.command.faults.map(({ name }) => name) : [];
  expect(names).toEqual(['kill-api', 'kill-redis']);
});

test.for([
  [['--fault', 'flood'], 'flood'],
  [['--scenario', 'none'], 'none'],
  [['--traffic', 'cars'], 'cars'],
  [['--rounds', '0'], 'rounds'],
  [['--seed', 'x'], 'seed'],
  [['--wrong'], 'wrong'],
] as const)('%s is refused by name', ([args, named]) => {
  expect(parse(...args)).toMatchObject({ kind: 'wrong', problem: expect.stringContaining(named) as unknown });
});

test('the help names every fault', () => {
  expect(parse('--help')).toEqual({ kind: 'help' });
  for (const { name } of killFaults) expect(helpText(known)).toContain(name);
});
