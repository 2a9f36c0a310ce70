import { CompareReport, toldWarnings, warningKeyOf } from '@auction-tiers/contract/compare-report';
import { zstdCompressSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JsonSink, writeRecordedLine } from '@auction-tiers/auction-codec';
import { packFrame } from '@auction-tiers/recorded';
import { describe, expect, onTestFinished, test } from 'vitest';
import { warnOf } from '../../src/compare/judging/support.ts';
import { Repeats } from '../../src/compare/measuring/repeats.ts';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { InputCounts } from '../../src/log/auction/input-report.ts';
import type { CompareOrder } from '../../src/run/compare.ts';
import { compare } from '../../src/run/compare.ts';
import { PartThreads } from '../../src/run/threads.ts';
import { toFeeSection } from '../../src/schema/fee.ts';
import { createFolder } from '../fixture/folder.ts';
import { writeLog } from '../fixture/small-log.ts';
import { good } from './evidence.ts';
import type { Tier } from './tier-set.ts';
import { loadSmall } from './tier-set.ts';
import { compareHtml, printCompare } from '../document/write.ts';

const hour = 3_600_000;
/** A Thursday, 00:00 UTC. */
const start = Date.UTC(2026, 0, 1);

const tiers = (minPrice: string) => (all: Tier[]) => [{ ...all[0]!, min_price: minPrice }];
const [current, draft] = [loadSmall(tiers('1.000000')), loadSmall(tiers('9.000000'))];

/** Bodies of two auctions an hour over days; under the draft each brings 1 CPM more. */
function bodiesOf(days: number, from = start) {
  return Array.from({ length: 48 * days }, (_, at) => ({
    seed: `s${at}`,
    revenue_share_pct: 0,
    impression: { time: new Date(from + (at * hour) / 2).toISOString() },
    bids: [
      { id: 'a', member_id: 12, price: 2 + (at % 7) / 10 },
      { id: 'b', member_id: 15, price: 3 + (at % 7) / 10 },
    ],
  }));
}
const toText = (bodies: readonly object[]) => bodies.map((body) => `${JSON.stringify(body)}\n`).join('');

async function compareText(text: string, more: Partial<CompareOrder> = {}): Promise<CompareReport> {
  const folder = createFolder();
  const files = [writeLog(folder, text)];
  const report = await compare({ files, current, draft, fee: chooseFee({}), seed: 's', ...more });
  return CompareReport.parse(JSON.parse(JSON.stringify(report).replaceAll(folder, '')));
}
const codesOf = ({ support }: CompareReport) => support.warnings.map(warningKeyOf);
const week = toText(bodiesOf(7));
const hundred = (money: string) => (Number(money) * 100).toFixed(9);

test('the same log four times counts once, and says so; on request it counts four times', async () => {
  const [once, again] = [await compareText(week), await compareText(week.repeat(4))];
  expect(again.repeats).toEqual({ dropped: 3 * once.auctions, kept_share: 0 });
  expect(codesOf(again)).toContain('repeats');
  expect(codesOf(once)).not.toContain('repeats');
  for (const of of ['auctions', 'fee', 'net_to_seller', 'by_day', 'verdict', 'usability'] as const) {
    expect(again[of]).toEqual(once[of]);
  }
  expect(printCompare(again)).toMatch(/1,008 .*--keep-repeats/);
  const kept = await compareText(week.repeat(4), { keepsRepeats: true });
  expect(kept).toMatchObject({ auctions: 4 * once.auctions, repeats: { dropped: 0, kept_share: 0.75 } });
  expect(codesOf(kept)).toContain('repeats');
});

test('what a client sent again a second later counts once, for any number of threads', async () => {
  const bodies = bodiesOf(7);
  const retries = bodies.slice(0, 9).map((body) => ({
    ...body,
    impression: { time: new Date(Date.parse(body.impression.time) + 1000).toISOString() },
  }));
  const text = toText([...bodies, ...retries]);
  const alone = await compareText(text);
  expect(alone).toMatchObject({ auctions: bodies.length, repeats: { dropped: 9 } });
  const threads = PartThreads.start('compare', 2);
  onTestFinished(() => threads?.close());
  const shared = await compareText(text, { threads });
  expect(shared).toEqual(alone);
});

test('auctions of one seed at other prices are no repeats, nor are lines without a seed', async () => {
  const bodies = bodiesOf(1);
  const oneSeed = bodies.map((body, at) => ({ ...body, seed: 's', bids: [{ id: 'a', member_id: 12, price: 1 + at }] }));
  const seedless = bodies.map(({ seed: _seed, ...body }) => body);
  for (const lines of [oneSeed, [...seedless, ...seedless]]) {
    expect(await compareText(toText(lines))).toMatchObject({ auctions: lines.length, repeats: { dropped: 0 } });
  }
});

test('how often auctions repeat is found in bounded memory, however the log is cut', () => {
  const ranks = Array.from({ length: 60_000 }, (_, at) => Math.imul(at % 50_000, 0x9e3779b1) >>> 0);
  const whole = new Repeats();
  for (const rank of ranks) whole.add(rank);
  const merged = new Repeats();
  for (const half of [ranks.slice(25_000), ranks.slice(0, 25_000)]) {
    const part = new Repeats();
    for (const rank of half) part.add(rank);
    merged.merge(part.toData());
  }
  expect(merged.toData()).toEqual(whole.toData());
  expect(whole.toData()).toHaveLength(4096);
  expect(Math.abs(whole.share - 1 / 6)).toBeLessThan(0.02);
});

test('of a sample of 1 %, days, months and commitments are of all auctions, and other sums of the sample', async () => {
  const commitments = [{ subject: 'buyer', id: 15, bound: 'at_least', figure: 'wins', wanted: 4000 }] as const;
  const [all, sample] = [
    await compareText(week, { commitments }),
    await compareText(week, { commitments, share: 0.01 }),
  ];
  expect([all.share, sample.share]).toEqual([1, 0.01]);
  expect(sample.by_day.per_day!.difference).toBe(hundred(all.by_day.per_day!.difference));
  expect(sample.by_day.per_month!.difference).toBe(hundred(all.by_day.per_month!.difference));
  expect(sample.commitments[0]).toMatchObject({ draft: 4800, is_kept: true });
  expect(all.commitments[0]).toMatchObject({ draft: 48, is_kept: false });
  expect(sample.net_to_seller).toEqual(all.net_to_seller);
  expect([codesOf(all).includes('sampled'), codesOf(sample).includes('sampled')]).toEqual([false, true]);
});

test('recorded auctions say themselves what share they are', async () => {
  const sink = new JsonSink();
  const lines = bodiesOf(1).map((body) => {
    const { seed, impression } = body;
    const timeMs = Date.parse(impression.time);
    const decided = { revision: '1-1', seed, timeMs, feePpm: 0, winner: null, clearingMicros: 0, answerCrc32: 7 };
    const length = writeRecordedLine(sink, 0, { ...decided, share: 0.25 }, Buffer.from(JSON.stringify(body)));
    return Buffer.from(sink.bytes.subarray(0, length));
  });
  const file = join(createFolder(), 'recorded.jsonl.zst');
  writeFileSync(file, packFrame(Buffer.concat(lines), lines.length, 0, 0.25));
  const order = { current, draft, fee: chooseFee({}), seed: 's' };
  const read = await compare({ ...order, files: [file] });
  expect(read).toMatchObject({ auctions: 48, share: 0.25 });
  // A log of another maker beside it: what share both are is not known.
  const other = join(createFolder(), 'other.jsonl.zst');
  writeFileSync(other, zstdCompressSync(Buffer.from(toText(bodiesOf(2).slice(48)))));
  expect((await compare({ ...order, files: [file, other] })).share).toBe(1);
});

test('auctions of 1970 are named, and where they are many nothing can be said', async () => {
  const few = await compareText(
    toText([
      ...bodiesOf(7),
      ...bodiesOf(7, 0)
        .slice(0, 3)
        .map((one) => ({ ...one, seed: `o${one.seed}` })),
    ]),
  );
  expect(few.usability.odd_times_share).toBeGreaterThan(0);
  expect(codesOf(few)).toContain('odd_times');
  expect(few.verdict.decision).not.toBe('cannot_say');
  const { verdict } = await compareText(toText(bodiesOf(7, 0)));
  expect(verdict).toMatchObject({ decision: 'cannot_say', reasons: [{ code: 'odd_times' }] });
});

test('61 seconds on two dates give no whole day, no month, and no number of days that would be enough', async () => {
  const midnight = start + 24 * hour;
  const bodies = bodiesOf(2)
    .slice(0, 61)
    .map((body, at) => ({ ...body, impression: { time: new Date(midnight + (at - 30) * 1000).toISOString() } }));
  const { by_day: byDay, method } = await compareText(toText(bodies));
  expect(byDay.days.map((day) => day.is_whole)).toEqual([false, false]);
  expect([byDay.per_day, byDay.per_month, method.enough_days.days]).toEqual([null, null, null]);
});

const offer = (seat: string, price: number, cur = 'USD') => ({
  cur,
  seatbid: [{ seat, bid: [{ id: 'b', impid: '1', price }] }],
});
const losersOf = ({ support }: CompareReport) =>
  support.warnings.find((one) => warningKeyOf(one) === 'unusable.buyers')?.message;
describe('bids that are lost, by buyer', () => {
  /** OpenRTB: 100 auctions, of which 9 have the bid of buyer 12 in another currency. */
  const lines = Array.from({ length: 100 }, (_, at) => ({
    time: new Date(start + at * hour).toISOString(),
    bid_request: { id: `r${at}`, imp: [{ id: '1', banner: { w: 300, h: 250 } }] },
    bid_responses: [offer('12', 2, at < 9 ? 'XTS' : 'USD'), offer('15', 3), offer('15', 2)],
  }));

  test('9 % of those of one buyer in another currency are 3 % of the log, and named first', async () => {
    const report = await compareText(toText(lines));
    expect(report.usability.lost).toMatchObject([{ cause: 'currency', bids_share: 0.03 }]);
    expect(report.usability.lost_by_buyer).toEqual([
      { member_id: 12, name: 'Buyer 12', bids: 100, lost: 9, share: 0.09 },
    ]);
    expect(losersOf(report)).toMatch(/9\.00 % of those of buyer Buyer 12 \(9 of 100\)/);
    expect(toldWarnings(report).first.map(({ message }) => message)).toContain(losersOf(report));
    expect(printCompare(report)).toMatch(/9\.00 %/);
  });

  test('prices that are none, broken lines and unknown seats count too; under 3 % a buyer is not named', async () => {
    const changed = lines.map((line, at) => {
      const [dollars, other, more] = [offer('12', 2), offer('15', 3), offer('15', 2)];
      const bid_responses = [at < 2 ? offer('12', -1) : dollars, at === 50 ? offer('stranger', 1) : other, more];
      return { ...line, bid_responses, ...(at === 99 && { time: 'never' }) };
    });
    const report = await compareText(toText(changed));
    expect(report.input.broken_lines).toBe(1);
    expect(report.usability.lost_by_buyer).toEqual([
      { member_id: 12, name: 'Buyer 12', bids: 100, lost: 3, share: 0.03 },
      { member_id: 15, name: null, bids: 199, lost: 2, share: 0.01005 },
      { member_id: null, name: 'stranger', bids: 1, lost: 1, share: 1 },
    ]);
    expect(losersOf(report)).toBeUndefined();
  });

  test('a broken auction body tells whose bids it has', async () => {
    const broken = bodiesOf(7).map((body, at) =>
      at % 20 === 0 ? { ...body, bids: body.bids.with(0, { ...body.bids[0]!, price: -1 }) } : body,
    );
    const report = await compareText(toText(broken));
    expect(report.usability.lost_by_buyer).toMatchObject([
      { member_id: 12, bids: 336, lost: 17 },
      { member_id: 15, bids: 336, lost: 17 },
    ]);
    expect(losersOf(report)).toMatch(/5\.06 %/);
  });
});

test.for([
  ['the current tiers have', '1.000000'],
  ['no current tier has', '0.000000'],
] as const)('a minimum of 5,000 in the draft is a doubt about the draft where %s a minimum', async ([, before]) => {
  const order = { current: loadSmall(tiers(before)), draft: loadSmall(tiers('5000.000000')) };
  const { usability, verdict } = await compareText(week, order);
  expect(usability.draft_minimums).toEqual([{ tier_id: 1, minimum: 5000, median: 2.3, factor: 1000 }]);
  expect(usability.prices?.too_low_by ?? null).toBeNull();
  expect(verdict.decision).toBe('test_first');
  expect(verdict.reasons.find(({ code }) => code === 'draft_minimums')?.message).toMatch(
    /Tier 1 of the draft.*5000.*1,000/,
  );
  expect((await compareText(week)).usability.draft_minimums).toEqual([]);
});

test('a log without its unsold auctions is no reason to say that a draft has no effect', async () => {
  const priced = Array.from({ length: 1000 }, (_, at) => ({
    seed: `s${at}`,
    revenue_share_pct: 0,
    bid_floor: 2,
    impression: { time: new Date(start + at * (hour / 6)).toISOString() },
    bids: [12, 15].map((memberId, index) => ({
      id: `${index}`,
      member_id: memberId,
      price: ((at * (7 + 4 * index)) % 40) / 10,
    })),
  }));
  const sold = priced.filter(({ bids }) => bids.some(({ price }) => price >= 2));
  const order = { current: loadSmall(tiers('1.000000')), draft: loadSmall(tiers('1.100000')) };
  const [all, censored] = [await compareText(toText(priced), order), await compareText(toText(sold), order)];
  expect(all).toMatchObject({ usability: { lacks_unsold: false }, verdict: { decision: 'no_effect' } });
  expect(censored).toMatchObject({
    usability: { lacks_unsold: true },
    verdict: { decision: 'test_first', reasons: [{ code: 'no_unsold' }] },
  });
});

test('that neighbouring days move together is said as likely, with how often chance looks so', () => {
  const { input, support, usability, stability, units, method } = good;
  const neighbours = { nights: 6, correlation: 0.8, move_together: true, widening: 1.4 };
  const [warning] = warnOf({
    ...support,
    input,
    usability,
    stability,
    units,
    method: { ...method, neighbouring_days: neighbours },
    fee: toFeeSection(chooseFee({}), new InputCounts([]).report().fees),
    auctions: good.auctions,
    touchedAuctions: support.touched_auctions,
    lacksFee: false,
    missingBuyers: [],
    idleTiers: [],
    hasBoundedRows: false,
    isComplete: true,
    hasProfiles: false,
    tries: 1,
    repeats: { dropped: 0, kept_share: 0 },
    share: 1,
    currency: 'EUR',
  });
  expect(warning).toMatchObject({
    code: 'days_weighed',
    about: 'neighbours',
    message: expect.stringMatching(/likely.*15 of 100.*chance/),
  });
});

test('a buyer that bids no more from the fifth day on is found, named, and a doubt', async () => {
  const bodies = bodiesOf(7).map((body, at) => ({ ...body, bids: body.bids.slice(0, at < 4 * 48 ? 2 : 1) }));
  const report = await compareText(toText(bodies));
  expect(report.stability.stopped).toMatchObject([
    { kind: 'buyer', id: 15, last_seen: '2026-01-04T23:00:00.000Z', since: { from: '2026-01-05', days: 3 } },
  ]);
  expect(report.stability.halves.map(({ days }) => days)).toEqual([4, 3]);
  expect(report.stability.thirds.map(({ from, days }) => `${from} ${days}`)).toEqual([
    '2026-01-01 3',
    '2026-01-04 2',
    '2026-01-06 2',
  ]);
  const sums = report.stability.thirds.reduce((sum, { difference }) => sum + Number(difference), 0);
  expect(sums).toBeCloseTo(Number(report.net_to_seller.difference), 6);
  for (const text of [printCompare(report).replaceAll('\n', ' '), compareHtml(report)]) {
    expect(text).toMatch(/Buyer 15 bid last on 2026-01-04 at 23:00 UTC, and has likely stopped/);
    expect(text).toMatch(/By thirds: [^.]/);
  }
  expect((await compareText(week)).stability.stopped).toEqual([]);
});
