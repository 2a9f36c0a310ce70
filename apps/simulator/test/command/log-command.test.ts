import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { demoTierSet } from '@auction-tiers/contract/demo';
import { defaultParams, MarketParams } from '@auction-tiers/market';
import { defaultTimeMs } from '../../src/log/json/read-json.ts';
import { createFolder } from '../fixture/folder.ts';
import { createBodies, toOpenRtbLine, toOwnLine } from '../log/bodies.ts';
import { toFeedBids, toSeparated } from '../log/feed.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { writeLog } from '../fixture/small-log.ts';

const generate = ['generate', '--auctions', '50', '--bids', '4', '--seed', 's'];
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');

test('the params that are printed give, when used, what is generated without them', async () => {
  const folder = createFolder();
  const printed = await runSimulator(folder, ['generate', '--print-params']);
  expect(printed).toMatchObject({ exitCode: 0, stderr: '' });
  expect(MarketParams.parse(JSON.parse(printed.stdout))).toEqual(defaultParams);
  writeFileSync(join(folder, 'market.json'), printed.stdout);

  await runSimulator(folder, [...generate, '--out', 'built-in.jsonl']);
  const given = await runSimulator(folder, [...generate, '--params', 'market.json', '--out', 'given.jsonl.zst']);
  expect(given).toMatchObject({ exitCode: 0, stderr: '' });
  const unpacked = zstdDecompressSync(readFileSync(join(folder, 'given.jsonl.zst'))).toString();
  expect(unpacked).toBe(read(folder, 'built-in.jsonl'));
});

test('an auction names a fee only if the option or the params file does; the option comes first', async () => {
  const folder = createFolder();
  writeFileSync(join(folder, 'market.json'), JSON.stringify({ ...defaultParams, revenue_share_pct: 20 }));
  const feesWith = async (...more: readonly string[]) => {
    const { exitCode, stderr } = await runSimulator(folder, [...generate, '--out', 'log.jsonl', ...more]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const lines = read(folder, 'log.jsonl').trimEnd().split('\n');
    return [...new Set(lines.map((line) => (JSON.parse(line) as { revenue_share_pct?: number }).revenue_share_pct))];
  };
  expect(await feesWith()).toEqual([undefined]);
  expect(await feesWith('--fee', '12.3456')).toEqual([12.3456]);
  expect(await feesWith('--params', 'market.json')).toEqual([20]);
  expect(await feesWith('--params', 'market.json', '--fee', '0')).toEqual([0]);
});

test('there may be more buyers than the params have, and more bids than that', async () => {
  const folder = createFolder();
  const members = (name: string) => {
    const lines = read(folder, name).trimEnd().split('\n');
    const bodies: { bids: { member_id: number }[] }[] = lines.map((line) => JSON.parse(line));
    return new Set(bodies.flatMap(({ bids }) => bids.map(({ member_id: id }) => id)));
  };
  await runSimulator(folder, [...generate, '--buyers', '40', '--out', 'a.jsonl']);
  expect(members('a.jsonl').size).toBeGreaterThan(25);
  await runSimulator(folder, [...generate, '--bids', '30', '--out', 'b.jsonl']);
  expect(members('b.jsonl').size).toBe(30);
});

test.for([
  [['generate', '--buyers', '3', '--bids', '4'], /^--bids: 4 .* 3\./],
  [['generate', '--fee', '100'], /--fee.* under 100\b/],
  [['generate', '--fee', '5', '--format', 'openrtb'], /^--fee: OpenRTB /],
  [['generate', '--buyers', '0'], /--buyers.* 1 to 10000\b/],
  [['generate', '--params', 'none.json'], /^--params: none\.json .*ENOENT/],
  [['generate', '--params', 'log.jsonl'], /^--params: log\.jsonl .*version .*allowed: 1/],
  [
    ['replay', '--in', 'log.jsonl', '--currency-rates', '{"USD":"0"}'],
    /^--currency-rates: USD is "0", allowed: a rate/,
  ],
  [['replay', '--in', 'log.jsonl', '--currency-rates', '[]'], /^--currency-rates: \[\] .* \{"USD"/],
] as const)('%j is wrong usage', async ([args, message]) => {
  const folder = createFolder();
  writeLog(folder, '{"bids":[{"id":"a","member_id":1,"price":1}]}\n');
  const defaults = args[0] === 'generate' ? [...generate.slice(1), '--out', 'new.jsonl'] : [];
  const [command, ...options] = args;
  const { stdout, stderr, exitCode } = await runSimulator(folder, [command, ...defaults, ...options]);
  expect(stderr).toMatch(message);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
});

test('a log that breaks off is a finding of every command that reads it, and the reports say so', async () => {
  const folder = createFolder();
  await runSimulator(folder, [...generate, '--auctions', '3000', '--out', 'whole.jsonl.gz']);
  writeFileSync(join(folder, 'demo.tiers.json'), JSON.stringify(demoTierSet()));
  const log = ['--in', 'cut.jsonl.gz'];
  writeFileSync(join(folder, 'cut.jsonl.gz'), readFileSync(join(folder, 'whole.jsonl.gz')).subarray(0, -9));
  const commands = {
    replay: [...log, '--out', 'replay.json', '--html', 'replay.html'],
    compare: [...log, '--current', 'demo.tiers.json', '--draft', 'demo.tiers.json', '--out', 'compare.json'],
    advise: [...log, '--tiers', 'demo.tiers.json', '--out', 'advise.json'],
    pack: [...log, '--out', 'cut.parquet'],
  };
  const ends = await Promise.all(Object.entries(commands).map(([name, args]) => runSimulator(folder, [name, ...args])));
  for (const { exitCode, stderr } of ends) {
    expect(stderr).toContain('The log is not whole: 1 file could not be read to the end');
    expect(exitCode).toBe(1);
  }
  for (const name of ['replay', 'compare', 'advise']) {
    expect(JSON.parse(read(folder, `${name}.json`)).input).toMatchObject({ unfinished_files: 1, broken_lines: 1 });
  }
  expect(ends[0]!.stdout).toMatch(/│ files that could not be read to their end +│ +1 │/);
  expect(read(folder, 'replay.html')).toContain('files that could not be read to their end');
});

test('the three kinds of log about the same auctions give the same report of a replay', async () => {
  const folder = createFolder();
  // OpenRTB does not say when, so all are at the moment that stands for that.
  const bodies = createBodies(400).map((body) => ({
    ...body,
    impression: { time: new Date(defaultTimeMs).toISOString() },
  }));
  const lines = (toLine: (body: (typeof bodies)[number]) => string) =>
    bodies.map((body) => `${toLine(body)}\n`).join('');
  writeLog(folder, lines(toOwnLine), 'own');
  writeLog(folder, lines(toOpenRtbLine), 'openrtb');
  writeLog(folder, toSeparated(bodies.flatMap(toFeedBids)), 'feed');
  const reports = [];
  for (const name of ['own', 'openrtb', 'feed']) {
    const out = `${name}.json`;
    const { exitCode, stderr } = await runSimulator(folder, ['replay', '--in', name, '--fee', '0', '--out', out]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { input: _input, notes: _notes, fee, ...report } = JSON.parse(read(folder, out));
    expect(fee).toMatchObject({ source: 'option', bids: { [name === 'feed' ? 'feed' : 'option']: report.bids } });
    reports.push(report);
  }
  const [own, openrtb, feed] = reports;
  expect(own.with_tiers.outcomes.outranked).toBeGreaterThan(0);
  expect(openrtb).toEqual(own);
  expect(feed).toEqual(own);
});

test('a seat file says who is behind seats', async () => {
  const folder = createFolder();
  const response = { seatbid: [{ seat: 'acme', bid: [{ impid: '1', price: 9 }] }] };
  writeLog(folder, JSON.stringify({ bid_request: { imp: [{ id: '1' }] }, bid_responses: [response] }));
  writeLog(folder, 'seat,member_id\nacme,120\n', 'seats.csv');
  const excludedWith = async (...more: string[]) => {
    await runSimulator(folder, ['replay', '--in', 'log.jsonl', '--out', 'report.json', ...more]);
    const { with_tiers: withTiers, input } = JSON.parse(read(folder, 'report.json'));
    return [withTiers.outcomes.excluded, input.unmapped_seats.bids];
  };
  // The demo excludes buyer 120 whatever it bids.
  expect(await excludedWith()).toEqual([0, 1]);
  expect(await excludedWith('--seats', 'seats.csv')).toEqual([1, 0]);
});
