import { parseArgs } from 'node:util';
import type { Fault } from './fault/fault.ts';
import { type TrafficName, trafficNames } from './traffic/traffic.ts';
import { laws } from './validator/violation.ts';

/** A parsed command line. */
export interface Command {
  readonly scenario: string;
  readonly rounds: number | undefined;
  readonly faults: readonly Fault[];
  readonly traffic: readonly TrafficName[];
  readonly seed: number;
  /** A file for the figures as JSON. */
  readonly out: string | undefined;
}

/** What can be named. */
export interface Known {
  readonly faults: readonly Fault[];
  /** Summaries of the scenarios, by name. */
  readonly scenarios: ReadonlyMap<string, string>;
}

export type Parsed =
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string };

/** The command, or a sentence that says what is wrong with it. */
export function parseCommand(args: readonly string[], known: Known): Parsed {
  let values: ReturnType<typeof parse>;
  try {
    values = parse(args);
  } catch (error) {
    return { kind: 'wrong', problem: error instanceof Error ? error.message : String(error) };
  }
  if (values.help === true) return { kind: 'help' };
  const { scenario = 'rounds', fault = [], traffic = ['all'], out } = values;
  if (!known.scenarios.has(scenario)) return wrong('scenario', scenario, [...known.scenarios.keys()]);
  const faultNames = known.faults.map(({ name }) => name);
  const unknownFault = fault.find((name) => !faultNames.includes(name));
  if (unknownFault !== undefined) return wrong('fault', unknownFault, faultNames);
  const unknownTraffic = traffic.find((name) => !trafficNames.includes(name as TrafficName));
  if (unknownTraffic !== undefined) return wrong('traffic', unknownTraffic, trafficNames);
  for (const name of ['rounds', 'seed'] as const) {
    const text = values[name];
    if (text !== undefined && !/^[1-9]\d{0,8}$/.test(text)) return wrong(name, text, ['a whole number from 1']);
  }
  const command = {
    scenario,
    rounds: values.rounds === undefined ? undefined : Number(values.rounds),
    faults: fault.length === 0 ? known.faults : known.faults.filter(({ name }) => fault.includes(name)),
    traffic: traffic as TrafficName[],
    seed: Number(values.seed ?? 1),
    out,
  };
  return { kind: 'command', command };
}

export function helpText({ faults, scenarios }: Known): string {
  return [
    'usage: npm run chaos -- [options]',
    '',
    'Runs replicas of the service on a real Redis, under traffic, breaks something, and compares what is there afterwards',
    'with what was acknowledged. Exit codes: 0 done, 1 a law was broken, 2 wrong usage.',
    '',
    '  --scenario NAME  what is done, default: rounds',
    '  --fault NAME     this fault; may be given several times; default: all of them in turn',
    '  --traffic NAME   this traffic; may be given several times; default: all',
    '  --rounds N       number of rounds, reads or the like, as the scenario counts them',
    '  --seed S         decides the schedule of the faults, default 1',
    '  --out FILE       writes the figures as JSON, too',
    '',
    'Scenarios:',
    ...rows(scenarios),
    '',
    'Faults:',
    ...rows(faults.map(({ name, summary }) => [name, summary])),
    '',
    `Traffic: ${trafficNames.join(', ')}`,
    '',
    'Laws:',
    ...rows(Object.entries(laws)),
  ].join('\n');
}

function rows(entries: Iterable<readonly [string, string]>): string[] {
  const all = [...entries];
  const width = Math.max(...all.map(([name]) => name.length));
  return all.map(([name, text]) => `  ${name.padEnd(width)}  ${text}`);
}

function wrong(option: string, value: string, allowed: readonly string[]): Parsed {
  return { kind: 'wrong', problem: `--${option} is ${JSON.stringify(value)}; allowed: ${allowed.join(', ')}.` };
}

function parse(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scenario: { type: 'string' },
      fault: { type: 'string', multiple: true },
      traffic: { type: 'string', multiple: true },
      rounds: { type: 'string' },
      seed: { type: 'string' },
      out: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  return values;
}
