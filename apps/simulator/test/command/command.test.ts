import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/command/program.ts';
import type { Failure } from '../../src/cli/failure.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator, startSimulator } from '../fixture/run-simulator.ts';
import { smallLogText, writeLog, writeTierSet } from '../fixture/small-log.ts';

test('without a command there is help, and exit code 2', async () => {
  const { stderr, exitCode } = await runSimulator(createFolder(), []);
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/Usage: simulate .*generate.*replay/s);
});

test('help that is asked for ends with 0', async () => {
  const { stdout, exitCode } = await runSimulator(createFolder(), ['replay', '--help']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('--i-own-this-target');
});

const generate = ['generate', '--auctions', '10', '--bids', '3', '--seed', 's', '--out', 'log.jsonl'];
const without = (option: string) => generate.toSpliced(generate.indexOf(option), 2);
const changed = (option: string, value: string) => generate.with(generate.indexOf(option) + 1, value);

const replay = ['replay', '--in', 'log.jsonl'];
const overApi = [...replay, '--ym-profile', '1', '--api'];

test.for([
  { args: ['dance'], message: "error: unknown command 'dance'" },
  { args: ['experiment', '--draft', 'a.tiers.json'], message: 'The command experiment was removed.' },
  { args: ['fit', '--in', 'log.jsonl', '--out', 'p.json'], message: 'The command fit was removed.' },
  { args: changed('--out', 'none/log.jsonl'), message: '--out: none/log.jsonl cannot be written: ENOENT' },
  { args: [...overApi, 'http://127.0.0.1:1'], message: 'There is no API key: set AUCTION_TIERS_KEY' },
])('$args ends with exit code 2 and a sentence', async ({ args, message }) => {
  const folder = createFolder();
  writeLog(folder);
  const { stdout, stderr, exitCode } = await runSimulator(folder, args);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
});

test.for([
  { args: without('--seed'), message: "error: required option '--seed <s>' not specified" },
  { args: changed('--auctions', 'many'), message: 'Allowed is a whole number from 0 to 1000000000.' },
  { args: changed('--bids', '1001'), message: 'Allowed is a whole number from 0 to 1000.' },
  { args: changed('--seed', ''), message: 'Allowed is a text of 1 to 48 characters.' },
  { args: [...generate, '--format', 'csv'], message: 'Allowed choices are own, openrtb.' },
  { args: [...generate, '--colour', 'red'], message: "error: unknown option '--colour'" },
  { args: ['advise', '--in', 'log.jsonl', '--workers', '2'], message: 'The option --workers was removed. Advice' },
  { args: ['replay'], message: 'give --in FILES or --recorded FROM..TO with --api URL' },
  { args: ['replay', '--in', 'none.jsonl'], message: 'none.jsonl' },
  { args: [...replay, '--tiers', 'none.json'], message: '--tiers: none.json cannot be read: ENOENT' },
  { args: [...replay, '--fee', '100'], message: '"100" is too large' },
  { args: [...replay, '--workers', '0'], message: 'Allowed is a whole number from 1 to 256, or auto.' },
  { args: [...replay, '--ym-profile', '1'], message: '--ym-profile needs --api URL' },
  { args: [...replay, '--api', 'http://127.0.0.1:1'], message: '--api needs --ym-profile ID' },
  { args: [...overApi, 'ftp://a'], message: '"ftp://a"' },
  {
    args: [...overApi, 'https://192.0.2.1/x'],
    message: '192.0.2.1 is not this machine',
  },
])('$args is wrong usage', async ({ args, message }) => {
  const log = writeLog(createFolder());
  const program = createProgram(() => expect.fail('It ran.'));
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => {} });
  const placed = args.map((arg) => (arg === 'log.jsonl' ? log : arg));
  const error: unknown = await program.parseAsync(placed, { from: 'user' }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  const { message: said, exitCode } = error as Failure | CommanderError;
  expect(said).toContain(message);
  // The main program ends with 2 for whatever commander refuses.
  expect(exitCode).toBe(error instanceof CommanderError ? 1 : 2);
});

test('a log that was written is replayed, against the demo where no tiers are named', async () => {
  const folder = createFolder();
  const written = await startSimulator(folder, generate);
  expect(written).toMatchObject({ exitCode: 0, stderr: '' });
  expect(written.stdout).toMatch(/^log\.jsonl: 10 auctions with 3 bids each, own form, [\d,]+ bytes\.\n$/);

  const out = ['--out', 'report.json', '--timing', 'timing.json'];
  const replayed = await startSimulator(folder, ['replay', '--in', '*.jsonl', ...out]);
  expect(replayed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(replayed.stdout).toMatch(
    /^Replay: .*Example News\nRevision demo \(12 tiers, ym-profile 1\), on 10 auctions with 30 bids \(/,
  );
  expect(replayed.stdout).toMatch(/│ lines of our own form +│ +10 │/);
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  expect(read('report.json')).toMatchObject({ version: 1, auctions: 10, bids: 30 });
  expect(read('timing.json')).toMatchObject({ workers: 1, auction_ns: { auctions: 10, p50: expect.any(Number) } });
});

test('a broken line is told and the replay done; with --strict it ends there', async () => {
  const folder = createFolder();
  writeLog(folder, `${smallLogText}oops\n`);
  writeTierSet(folder);
  const args = ['replay', '--in', 'log.jsonl', '--tiers', 'small.tiers.json'];
  const lenient = await runSimulator(folder, args);
  expect(lenient).toMatchObject({ exitCode: 0, stderr: 'log.jsonl, line 5 is not a JSON object.\n' });
  expect(lenient.stdout).toMatch(/│ lines of our own form +│ +4 │/);
  expect(lenient.stdout).toMatch(/│ broken lines, passed over +│ +1 │/);
  const strict = await runSimulator(folder, [...args, '--strict']);
  expect(strict).toEqual({ exitCode: 1, stdout: '', stderr: 'log.jsonl, line 5 is not a JSON object.\n' });
});

test('an error is a sentence, and has its stack only with DEBUG=1', async () => {
  const args = ['replay', '--in', 'none.jsonl'];
  const plain = await runSimulator(createFolder(), args);
  expect(plain.stderr).toMatch(/^--in: .*none\.jsonl\.\n$/);
  const debug = await startSimulator(createFolder(), args, { DEBUG: '1' });
  expect(debug.stderr).toMatch(/none\.jsonl\.\n\s+at /);
  expect(debug.exitCode).toBe(2);
});
