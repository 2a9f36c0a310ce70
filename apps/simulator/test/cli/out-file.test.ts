import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createProgram } from '../../src/command/program.ts';
import { checkOutFiles, writeOutFile } from '../../src/cli/out-file.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { writeLog, writeTierSet } from '../fixture/small-log.ts';

/** A log that --strict refuses at once: any other message comes before the log is read. */
function createInput() {
  const folder = createFolder();
  const [log, tiers] = [writeLog(folder, 'broken\n'), writeTierSet(folder)];
  const reading = ['--in', log, '--strict'];
  return {
    folder,
    log,
    tiers,
    replay: ['replay', ...reading, '--tiers', tiers],
    compare: ['compare', ...reading, '--current', tiers, '--draft', tiers],
    generate: ['generate', '--auctions', '1', '--bids', '1', '--seed', 's'],
  };
}

/** The sentence that a command ends with. */
async function failureOf(args: readonly string[]): Promise<string> {
  const error: unknown = await createProgram(() => {})
    .parseAsync(args, { from: 'user' })
    .catch((reason: unknown) => reason);
  return error instanceof Error ? error.message : 'It did not fail.';
}

const writing = [
  { command: 'replay', option: '--out' },
  { command: 'replay', option: '--html' },
  { command: 'replay', option: '--timing' },
  { command: 'compare', option: '--out' },
  { command: 'compare', option: '--html' },
  { command: 'generate', option: '--out' },
] as const;

test.for(writing)('$command says at once that $option cannot be written', async ({ command, option }) => {
  const { folder, [command]: args } = createInput();
  const file = join(folder, 'none', 'report');
  expect(await failureOf([...args, option, file])).toBe(
    `${option}: ${file} cannot be written: ENOENT: no such file or directory, open '${file}'.`,
  );
});

test('a load says at once that --out cannot be written', async () => {
  const { folder } = createInput();
  const args = ['load', '--url', 'http://127.0.0.1:1', '--ym-profile', '1', '--out', folder];
  const { exitCode, stdout, stderr } = await runSimulator(folder, args, { AUCTION_TIERS_KEY: 'key' });
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toMatch(/^--out: .* cannot be written: EISDIR/);
});

test.for(writing.filter(({ command }) => command !== 'generate'))(
  '$command never writes $option over the log that it reads, whatever that is called',
  async ({ command, option }) => {
    const { folder, log, [command]: args } = createInput();
    const link = join(folder, 'link');
    symlinkSync(log, link);
    for (const file of [log, link]) {
      expect(await failureOf([...args, option, file])).toBe(
        `${option}: ${file} is read by the same command; name another file.`,
      );
    }
    expect(readFileSync(log, 'utf8')).toBe('broken\n');
  },
);

test('a tier set is not written over by the report about it, nor one report by another', async () => {
  const { folder, tiers, compare } = createInput();
  expect(await failureOf([...compare, '--html', tiers])).toBe(
    `--html: ${tiers} is read by the same command; name another file.`,
  );
  const file = join(folder, 'report');
  expect(await failureOf([...compare, '--out', file, '--html', file])).toBe(
    `--html: ${file} is written by --out already; name another file.`,
  );
});

test('a command that fails leaves files as they were, and no new ones', async () => {
  const { folder, replay } = createInput();
  const [old, fresh] = [join(folder, 'old.json'), join(folder, 'fresh.html')];
  writeFileSync(old, 'yesterday');
  const before = readdirSync(folder);
  expect(await failureOf([...replay, '--out', old, '--html', fresh])).toMatch(/line 1 is not a JSON object/);
  expect(readFileSync(old, 'utf8')).toBe('yesterday');
  expect(readdirSync(folder)).toEqual(before);
});

test('a report has its name when it is whole, and the rights of the one before', () => {
  const file = join(createFolder(), 'report.json');
  writeFileSync(file, 'yesterday');
  chmodSync(file, 0o640);
  const reader = openSync(file, 'r');
  onTestFinished(() => closeSync(reader));
  writeOutFile('--out', file, 'today');
  expect([readFileSync(reader, 'utf8'), readFileSync(file, 'utf8')]).toEqual(['yesterday', 'today']);
  expect(statSync(file).mode & 0o777).toBe(0o640);
});

test('a file may have as long a name as a folder takes', async () => {
  const { folder } = createInput();
  const [report, log, packed] = ['ü'.repeat(127), `${'l'.repeat(249)}.jsonl`, `${'p'.repeat(247)}.parquet`];
  writeOutFile('--out', join(folder, report), 'today');
  const program = createProgram(() => {});
  const size = ['--auctions', '1', '--bids', '1', '--seed', 's'];
  await program.parseAsync(['generate', ...size, '--out', join(folder, log)], { from: 'user' });
  await program.parseAsync(['pack', '--in', join(folder, log), '--out', join(folder, packed)], { from: 'user' });
  expect(readdirSync(folder)).toEqual(expect.arrayContaining([report, log, packed]));
  expect(readdirSync(folder).filter((name) => name.includes('.part-'))).toEqual([]);
});

test('a link stays one, and what it leads to is written', () => {
  const folder = createFolder();
  const [file, link] = [join(folder, 'report.json'), join(folder, 'latest.json')];
  symlinkSync(file, link);
  writeOutFile('--out', link, 'today');
  expect([lstatSync(link).isSymbolicLink(), readFileSync(file, 'utf8')]).toEqual([true, 'today']);
});

test('a log is not packed into a pipe, which stays one', async () => {
  const { folder, log } = createInput();
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(await failureOf(['pack', '--in', log, '--out', pipe])).toBe(
    `--out: ${pipe} is a pipe or a device; a packed log is a file.`,
  );
  expect(statSync(pipe).isFIFO()).toBe(true);
});

test('a device is not tried, and may be named twice', () => {
  expect(() => checkOutFiles({ '--out': '/dev/null', '--html': '/dev/null' }, ['/dev/null'])).not.toThrow();
});
