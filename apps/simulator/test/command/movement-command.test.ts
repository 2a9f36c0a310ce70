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

test.for([
  { args: ['--in', 'none.jsonl', '--against', 'none.jsonl'], message: 'none.jsonl' },
  {
    args: ['--in', 'a.jsonl', '--against', 'a.jsonl', '--api', 'http://127.0.0.1:1', '--tiers', 't.json'],
    message: '--api and --tiers',
  },
])('movement $args is wrong usage', async ({ args, message }) => {
  const { stderr, exitCode } = await runSimulator(createFolder(), ['movement', ...args]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
});
