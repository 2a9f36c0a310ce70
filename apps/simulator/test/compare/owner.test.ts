import { CompareReport } from '@auction-tiers/contract/compare-report';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { compare } from '../../src/run/compare.ts';
import { PartThreads } from '../../src/run/threads.ts';
import type { LoadedTierSet } from '../../src/tier-set/tier-set-file.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { smallTierSet, writeLog, writeTierSet } from '../fixture/small-log.ts';
import type { FeedBid } from '../log/feed.ts';
import { toSeparated } from '../log/feed.ts';
import { load, loadSmall } from './tier-set.ts';

const bids = [
  { id: 'a', member_id: 12, price: 2.5 },
  { id: 'b', member_id: 15, price: 9 },
];
/** Tiers of ym-profile 42, which lists the publishers 7 and 8; the draft lacks the tier of buyer 12. */
const withPublishers = (publisherIds: number[] | null, tiers = smallTierSet.tiers) =>
  load({ ...smallTierSet, ym_profile: { ...smallTierSet.ym_profile, publisher_ids: publisherIds }, tiers });
const current = withPublishers([7, 8]);
const draft = loadSmall((tiers) => tiers.slice(1));

const lines = (count: number, named: object) =>
  Array.from({ length: count }, (_, at) => JSON.stringify({ ...named, seed: `${JSON.stringify(named)}${at}`, bids }));
const responses = [
  { seatbid: [{ seat: '12', bid: [{ impid: '1', price: 2.5 }] }] },
  { seatbid: [{ seat: '15', bid: [{ impid: '1', price: 9 }] }] },
];
const openRtb = (count: number, publisher: string) =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      bid_request: { id: `${publisher}/${at}`, imp: [{ id: '1' }], site: { publisher: { id: publisher } } },
      bid_responses: responses,
    }),
  );

async function judge(text: readonly string[], set: LoadedTierSet = current, ymProfileId?: number) {
  const files = [writeLog(createFolder(), text.join('\n'))];
  return compare({ files, current: set, draft, fee: chooseFee({}), seed: 's', ymProfileId });
}

const codes = ({ verdict }: CompareReport) => verdict.reasons.map(({ code }) => code);

describe('a log of another ym-profile', () => {
  test.for<[string, string[], number]>([
    ['by its id', lines(10, { ym_profile_id: 43 }), 43],
    ['by its id as text, in an unusual form', lines(10, { ym_profile_id: '43' }), 43],
    ['by a publisher that ours does not list', lines(10, { publisher_id: 9 }), 9],
    ['by the publisher of its impressions', lines(10, { impression: { publisher_id: 9 } }), 9],
    ['by the publisher of OpenRTB', openRtb(10, '9'), 9],
  ])('%s', async ([, others, id]) => {
    const report = await judge([...lines(90, { ym_profile_id: 42 }), ...others]);
    expect(report.verdict.decision).toBe('cannot_say');
    expect(codes(report)).toEqual(['other_ym_profile']);
    expect(report.auctions).toBe(100);
    expect(report.input.owners).toMatchObject({
      other_ym_profile_auctions: 10,
      left_out_auctions: 0,
      largest: [{ id, auctions: 10 }],
    });
  });

  test('a few such auctions, and auctions that name none, are no obstacle', async () => {
    const report = await judge([
      ...lines(60, { ym_profile_id: 42 }),
      ...lines(20, { publisher_id: 7 }),
      ...lines(16, {}),
      ...lines(4, { ym_profile_id: 43 }),
    ]);
    expect(report.verdict.decision).not.toBe('cannot_say');
    expect(report.input.owners).toMatchObject({ other_ym_profile_auctions: 4, unnamed_auctions: 16 });
    expect(report.support.warnings.map(({ code }) => code)).toContain('other_owners');
  });

  test('where the ym-profile lists no publisher, a publisher names nothing', async () => {
    const report = await judge(lines(100, { publisher_id: 9 }), withPublishers(null));
    expect(report.input.owners).toMatchObject({ other_ym_profile_auctions: 0, unnamed_auctions: 100 });
  });

  test('where the tier set file names no ym-profile, nothing is compared', async () => {
    const bare = load({
      tiers: smallTierSet.tiers.map(({ ym_profile_id: _id, ...tier }) => tier),
      profiles: smallTierSet.profiles,
    });
    const report = await judge(lines(100, { ym_profile_id: 43 }), bare);
    expect(report.input.owners).toMatchObject({ other_ym_profile_auctions: 0 });
  });
});

describe('a ym-profile that is named', () => {
  const mixed = [
    ...lines(50, { ym_profile_id: 42 }),
    ...lines(30, { ym_profile_id: 43 }),
    ...lines(20, { publisher_id: 8 }),
    ...lines(10, { publisher_id: 9 }),
    ...openRtb(7, '7'),
    ...openRtb(5, '9'),
    ...lines(3, {}),
  ];

  test('has its auctions and those of its publishers used, and the others left out and counted', async () => {
    const report = await judge(mixed, current, 42);
    expect(report.auctions).toBe(80);
    expect(report.verdict.decision).not.toBe('cannot_say');
    expect(report.input).toMatchObject({
      auctions: { own: 73, openrtb: 7 },
      owners: {
        left_out_auctions: 45,
        other_ym_profile_auctions: 0,
        unnamed_auctions: 3,
        largest: [
          { kind: 'ym_profile', id: 43, auctions: 30 },
          { kind: 'publisher', id: 9, auctions: 15 },
        ],
      },
    });
  });

  test('may be another than that of the tiers: these are then tried on its auctions', async () => {
    const report = await judge(mixed, current, 43);
    expect(report.input.owners).toMatchObject({ left_out_auctions: 50, other_ym_profile_auctions: 0 });
    expect(codes(report)).not.toContain('other_ym_profile');
  });

  test('of which the log has none: all were left out', async () => {
    const report = await judge(lines(40, { ym_profile_id: 43 }), current, 42);
    expect(report).toMatchObject({ auctions: 0, verdict: { decision: 'cannot_say' } });
    expect(codes(report)).toEqual(['no_auctions']);
    expect(report.verdict.reasons[0]!.message).toMatch(/40, .* ym-profile 43 \(40\)/);
  });

  test('gives the same report on several threads', async () => {
    const files = [writeLog(createFolder(), mixed.join('\n'))];
    const order = { files, current, draft, fee: chooseFee({}), seed: 's', ymProfileId: 42 };
    const alone = await compare(order);
    const threads = PartThreads.start('compare', 2);
    onTestFinished(() => threads?.close());
    expect(JSON.stringify(await compare({ ...order, threads }))).toBe(JSON.stringify(alone));
  });

  test('by the option', async () => {
    const folder = createFolder();
    writeLog(folder, mixed.join('\n'));
    writeTierSet(folder);
    const args = ['compare', '--in', 'log.jsonl', '--current', 'small.tiers.json', '--draft', 'small.tiers.json'];
    const run = await runSimulator(folder, [...args, '--ym-profile', '42', '--out', 'out.json']);
    expect(run.exitCode).toBe(0);
    const { auctions } = CompareReport.parse(JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')));
    expect(auctions).toBe(125 - 30);
  });
});

const rows = (seller: number | string) =>
  Array.from({ length: 60 }, (_, at): FeedBid[] =>
    [
      { buyer_member_id: 12, actual_bid_price: 2.5 },
      { buyer_member_id: 15, actual_bid_price: 9 },
    ].map((bid) => ({ date_time: 1_763_712_000, auction_id_64: at + 1, seller_member_id: seller, ...bid })),
  ).flat();

const feed = (seller: number | string, mapped?: ReadonlyMap<string, number>) => {
  const files = [writeLog(createFolder(), toSeparated(rows(seller)))];
  return compare({ files, current, draft, fee: chooseFee({}), seed: 's', ...(mapped && { mapped }) });
};

describe('a feed of another seller', () => {
  test('says nothing', async () => {
    const report = await feed(958);
    expect(report.verdict.decision).toBe('cannot_say');
    expect(codes(report)).toEqual(['other_seller']);
    expect(report.input.owners).toMatchObject({ other_seller_auctions: 60, largest: [{ kind: 'seller', id: 958 }] });
  });

  test.for<[string, number | string, ReadonlyMap<string, number>?]>([
    ['that of the tiers', 1],
    ['that of the tiers by its id in the log', 958, new Map([['958', 1]])],
    ['nobody', ''],
  ])('but not if the seller is %s', async ([, seller, mapped]) => {
    expect((await feed(seller, mapped)).verdict.decision).not.toBe('cannot_say');
  });
});
