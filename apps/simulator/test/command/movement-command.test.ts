import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MovementReport } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';

const nanos = (money: string) => BigInt(money.replace('.', ''));

test('two logs are told apart: the buyer that left is named, and the parts add up', async () => {
  const folder = createFolder();
  const generate = ['generate', '--auctions', '400', '--bids', '6', '--seed', 's', '--out', 'before.jsonl'];
  expect(await runSimulator(folder, generate)).toMatchObject({ exitCode: 0 });
  const lines = readFileSync(join(folder, 'before.jsonl'), 'utf8').trim().split('\n');
  const without = lines.map((line) => {
    const auction = JSON.parse(line) as { bids: { member_id: number }[] };
    return JSON.stringify({ ...auction, bids: auction.bids.filter(({ member_id: id }) => id !== 104) });
  });
  writeFileSync(join(folder, 'after.jsonl'), `${without.join('\n')}\n`);
  const args = ['movement', '--in', 'after.jsonl', '--against', 'before.jsonl', '--out', 'report.json'];
  const { stdout, stderr, exitCode } = await runSimulator(folder, args);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/- Net fell by .* USD \(-[\d.]+ %\)\.\n {2}- .* stopped bidding: -[\d.,]+ USD\./);
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as MovementReport;
  const difference = nanos(report.from) - nanos(report.against);
  expect(nanos(report.difference)).toBe(difference);
  expect(report.parts.reduce((sum, { net }) => sum + nanos(net), 0n)).toBe(difference);
  const participation = report.parts.find(({ kind }) => kind === 'participation');
  expect(participation).toMatchObject({ interval: null, of: [{ id: '104' }] });
  expect(nanos(participation!.net)).toBe(difference);
});

test('with the logs before, a difference as such days have is called ordinary, and half of a day is not', async () => {
  const folder = createFolder();
  const [days, perDay, hours] = [43, 60, 4];
  const generate = [
    'generate',
    '--auctions',
    String(days * perDay),
    '--bids',
    '6',
    '--seed',
    's',
    '--out',
    'all.jsonl',
  ];
  expect(await runSimulator(folder, generate)).toMatchObject({ exitCode: 0 });
  const lines = readFileSync(join(folder, 'all.jsonl'), 'utf8').trim().split('\n');
  const byDay = Array.from({ length: days }, (_, day) =>
    lines.slice(day * perDay, (day + 1) * perDay).map((line, at) => {
      const auction = JSON.parse(line) as { impression: object };
      const time = new Date(Date.UTC(2026, 8, 1 + day, at % hours)).toISOString().replace('.000', '');
      return JSON.stringify({ ...auction, impression: { ...auction.impression, time } });
    }),
  );
  const write = (name: string, ofDays: readonly (readonly string[])[]) =>
    writeFileSync(join(folder, name), `${ofDays.flat().join('\n')}\n`);
  write('all.jsonl', byDay);
  write('before.jsonl', [byDay[days - 8]!]);
  write('after.jsonl', [byDay[days - 1]!]);
  write('half.jsonl', [byDay[days - 1]!.slice(0, 12)]);
  const kindsOf = async (later: string, more: readonly string[]) => {
    const args = ['movement', '--in', later, '--against', 'before.jsonl', '--out', 'report.json', ...more];
    expect(await runSimulator(folder, args)).toMatchObject({ exitCode: 0, stderr: '' });
    const { sentences } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as MovementReport;
    return sentences.map(({ kind }) => kind);
  };
  expect((await kindsOf('after.jsonl', ['--earlier', 'all.jsonl'])).slice(0, 2)).toEqual(['net', 'ordinary']);
  expect(await kindsOf('half.jsonl', ['--earlier', 'all.jsonl'])).not.toContain('ordinary');
  expect(await kindsOf('after.jsonl', [])).not.toContain('ordinary');
  // Of days whose hours are not all there nothing is known.
  write(
    'all.jsonl',
    byDay.map((day) => day.filter((_, at) => at % hours !== 0)),
  );
  expect(await kindsOf('after.jsonl', ['--earlier', 'all.jsonl'])).not.toContain('ordinary');
});

test.for([
  { args: ['--in', 'none.jsonl', '--against', 'none.jsonl'], message: '--in: no file matches none.jsonl' },
  { args: ['--in', 'empty.jsonl', '--against', 'no*.jsonl'], message: '--against: no file matches no*.jsonl' },
  {
    args: ['--in', 'empty.jsonl', '--against', 'empty.jsonl', '--earlier', 'no*.jsonl'],
    message: '--earlier: no file matches no*.jsonl',
  },
  {
    args: ['--in', 'a.jsonl', '--against', 'a.jsonl', '--api', 'http://127.0.0.1:1', '--tiers', 't.json'],
    message: '--api and --tiers',
  },
])('movement $args is wrong usage', async ({ args, message }) => {
  const folder = createFolder();
  writeFileSync(join(folder, 'empty.jsonl'), '');
  const { stderr, exitCode } = await runSimulator(folder, ['movement', ...args]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});
