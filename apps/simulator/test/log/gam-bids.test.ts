import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { profileResource, withInitials } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import type { LogForm } from '../../src/log/file/source.ts';
import { createSeatBook } from '../../src/log/auction/seat-book.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { smallTierSet, writeLog, writeTierSet } from '../fixture/small-log.ts';
import { writeParquetText } from './parquet.ts';
import { readFiles } from './read-log.ts';

const header =
  'AdUnitId,AdxAccountId,AuctionType,BidBidder,BidDealId,BidPrice,BidRejectionReason,BidSellerReservePrice,BidYieldGroupNames,Country,KeyPart,Time,TimeUsec2';

/** Yield groups and bidders that the seat file knows, and one that it does not. */
const buyers = { 'Open bidding twelve': 12, 'DSP Thirteen': 13, 'DSP Fourteen': 14, Stranger: null };
const reasons = ['Outbid', 'Floor', '', 'Publisher blocked', 'Other', 'Optimized pricing'];

/** A file of 1,000 auctions by its public description: rows in no order, and key parts that several queries share. */
function createGamBids(): string {
  let state = 36;
  const draw = (below: number) => Math.floor(((state = (state * 48271) % 2147483647) / 2147483647) * below);
  const rows = Array.from({ length: 1000 }, (_, at) => {
    const usec = 1_795_000_000_000_000 + at * 1_234_567;
    const time = new Date(usec / 1000).toISOString().slice(0, 19).replace('T', '-');
    const country = ['United Kingdom', 'Germany', 'Myanmar (Burma)', 'Nowhere land'][draw(4)];
    return Array.from({ length: 1 + draw(5) }, (__, index) => {
      const name = Object.keys(buyers)[draw(4)]!;
      const [group, bidder] = name.startsWith('Open') ? [name, 'Some exchange'] : ['', name];
      // No two prices of an auction are equal, so that nothing depends on a draw.
      const price = ((draw(4_000_000) * 5 + index) / 1e6).toFixed(6);
      const reason = index === 0 ? 'Winner' : reasons[draw(6)];
      const [floor, deal] = [['', '1.5', '3'][draw(3)], draw(9) === 0 ? 'RBC_123' : ''];
      return `77,9,2,${bidder},${deal},${price},${reason},${floor},${group},${country},k${at % 400},${time},${usec}`;
    });
  }).flat();
  return [
    header,
    ...rows.toSorted((left, right) => (left.slice(-9) + left < right.slice(-9) + right ? -1 : 1)),
    '',
  ].join('\n');
}

/** Tier 3 of the small tier set takes buyer 13 in the United Kingdom only. */
const tierSet = {
  ...smallTierSet,
  profiles: [
    withInitials(profileResource, {
      ...smallTierSet.profiles[0]!,
      size_targets: null,
      country_targets: [{ code: 'GB' }],
      country_action: 'include',
    }),
  ],
};

/** What the file must bring with those tiers and without, worked out here by itself. */
function sumByHand(text: string) {
  const [names = '', ...lines] = text.trimEnd().split('\n');
  const rows = lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(names.split(',').map((name, at) => [name, cells[at] ?? '']));
  });
  const took = rows.filter((row) => ['Winner', 'Outbid', 'Floor', ''].includes(row['BidRejectionReason']!));
  const auctions = Map.groupBy(rows, (row) => `${row['KeyPart']} ${row['TimeUsec2']}`);
  const sums = { auctions: auctions.size, bids: took.length, left: rows.length - took.length };
  const on = { sold: 0, net: 0 };
  const off = { sold: 0, net: 0 };
  // What a tier excludes is no preference, so it counts in no price of it.
  let highest = 0;
  const tiers = new Map<number, { won: number; net: number }>();
  for (const all of auctions.values()) {
    const bids = all
      .filter((row) => took.includes(row))
      .map((row) => {
        const buyer = { ...(buyers as Record<string, number | null>) }[row['BidYieldGroupNames'] || row['BidBidder']!];
        const micros = Math.round(Number(row['BidPrice']) * 1e6);
        const tier =
          buyer === 12 && micros >= 2e6
            ? 1
            : buyer === 14
              ? 2
              : buyer === 13 && row['Country'] === 'United Kingdom'
                ? 3
                : 0;
        return { micros, tier, isIn: micros >= Number(row['BidSellerReservePrice']) * 1e6 };
      })
      .filter(({ isIn }) => isIn);
    const best = (some: typeof bids) => some.toSorted((left, right) => right.micros - left.micros)[0];
    const winner = [1, 3, 0]
      .map((tier) => best(bids.filter((bid) => bid.tier === tier)))
      .find((bid) => bid !== undefined);
    for (const [totals, bid] of [
      [on, winner],
      [off, best(bids)],
    ] as const) {
      if (bid !== undefined) [totals.sold, totals.net] = [totals.sold + 1, totals.net + bid.micros];
    }
    highest += best(bids.filter((bid) => bid.tier !== 2))?.micros ?? 0;
    if (winner === undefined) continue;
    const sum = tiers.get(winner.tier) ?? { won: 0, net: 0 };
    tiers.set(winner.tier, { won: sum.won + 1, net: sum.net + winner.micros });
  }
  return { sums, on, off, tiers, forgone: highest - on.net };
}

const earned = (micros: number) => (micros / 1e9).toFixed(9);

test("Ad Manager's bids of 1,000 auctions bring what is worked out by hand", async () => {
  const folder = createFolder();
  const text = createGamBids();
  writeLog(folder, text, 'NetworkBackfillBids.csv');
  writeTierSet(folder, tierSet);
  const seats = Object.entries(buyers).flatMap(([seat, member]) => (member === null ? [] : [`${seat},${member}`]));
  writeFileSync(join(folder, 'seats.csv'), ['seat,member_id', ...seats, ''].join('\n'));
  const files = ['--in', 'NetworkBackfillBids.csv', '--format', 'gam-bids', '--seats', 'seats.csv'];
  const to = ['--tiers', 'small.tiers.json', '--out', 'report.json'];
  const { exitCode, stderr, stdout } = await runSimulator(folder, ['replay', ...files, ...to]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/│ rows of Ad Manager's bids +│ +[\d,]+ │/);
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  const { sums, on, off, tiers, forgone } = sumByHand(text);
  expect(sums.auctions).toBe(1000);
  expect(report).toMatchObject({
    auctions: 1000,
    bids: sums.bids,
    input: { auctions: { gam_bids: 1000 }, rejected_bids: sums.left, broken_lines: 0 },
    with_tiers: { sold: on.sold, net_to_seller: earned(on.net), gross_paid: earned(on.net) },
    without_tiers: { sold: off.sold, net_to_seller: earned(off.net) },
    forgone: earned(forgone),
    placements: { rows: [{ placement_id: 77 }] },
    untiered: { won: tiers.get(0)!.won, net_to_seller: earned(tiers.get(0)!.net) },
  });
  for (const id of [1, 3]) {
    const { won, net } = tiers.get(id)!;
    expect(report.tiers).toContainEqual(expect.objectContaining({ id, won, net_to_seller: earned(net) }));
  }
});

test('the same bids are recognised with other separators, decimal commas and in Parquet', async () => {
  const folder = createFolder();
  const seats = createSeatBook({ mapped: new Map([['DSP Thirteen', 13]]) });
  const text = createGamBids().split('\n').slice(0, 200).join('\n');
  const told = async (file: string, hasDecimalCommas = false) => {
    const { auctions, told: broken, report } = await readFiles([file], { seats }, { hasDecimalCommas });
    expect(broken).toEqual([]);
    expect(report.auctions.gam_bids).toBe(auctions.length);
    return auctions.map(({ request }) => request);
  };
  const usual = await told(writeLog(folder, text, 'usual.csv'));
  expect(usual.length).toBeGreaterThan(50);
  expect(new Set(usual.map(({ impression }) => impression.country))).toEqual(new Set(['GB', 'DE', 'MM', undefined]));
  expect(usual.flatMap(({ bids }) => bids)).toContainEqual(expect.objectContaining({ deal: 'RBC_123' }));
  expect(await told(writeLog(folder, text.replaceAll(',', '\t'), 'tab.tsv'))).toEqual(usual);
  const commas = text.replaceAll(',', ';').replaceAll(/(\d)\.(\d)/g, '$1,$2');
  expect(await told(writeLog(folder, commas, 'commas.csv'), true)).toEqual(usual);
  expect(await told(await writeParquetText(join(folder, 'bids.parquet'), text))).toEqual(usual);
});

test('a bid without a time in microseconds has that of the event; neither is a broken line', async () => {
  const rows = ['k1,2026-11-21-08:30:15,,2.5,Winner,x', 'k1,2026-11-21-08:30:16,,2.5,Winner,x', 'k1,,,2.5,Winner,x'];
  const file = writeLog(
    createFolder(),
    ['KeyPart,Time,TimeUsec2,BidPrice,BidRejectionReason,BidBuyer', ...rows].join('\n'),
  );
  const { auctions, told } = await readFiles([file]);
  const times = auctions.map(({ request: { timeMs } }) => timeMs).toSorted((left, right) => left - right);
  expect(times).toEqual([Date.UTC(2026, 10, 21, 8, 30, 15), Date.UTC(2026, 10, 21, 8, 30, 16)]);
  expect(told).toMatchObject([{ line: 4, problem: expect.stringContaining('Time') }]);
});

test('times without microseconds are those of the network, line by line, and the report says in which zone', async () => {
  const folder = createFolder();
  const columns = 'KeyPart,Time,TimeUsec2,BidPrice,BidRejectionReason,BidBuyer';
  const usec = Date.UTC(2026, 10, 1, 4, 30) * 1000;
  const rows = [
    'k1,2026-07-01-08:30:15,,2.5,Winner,12',
    // The clock is put back on this day: the first of the two moments.
    'k2,2026-11-01-01:30:00,,2.5,Winner,12',
    `k3,2026-11-01-00:30:00,${usec},2.5,Winner,12`,
    // The clock is put forward over this time.
    'k4,2026-03-08-02:30:00,,2.5,Winner,12',
  ];
  const file = writeLog(folder, [columns, ...rows, ''].join('\n'), 'bids.csv');
  const form = { timeZone: 'America/New_York' };
  const parquet = await writeParquetText(join(folder, 'bids.parquet'), [columns, ...rows.slice(0, 3), ''].join('\n'));
  for (const read of [await readFiles([file], {}, form), await readFiles([parquet], {}, form)]) {
    const times = Object.fromEntries(
      read.auctions.map(({ request: { seed, timeMs } }) => [seed?.slice(0, 2), new Date(timeMs).toISOString()]),
    );
    expect(times).toEqual({
      k1: '2026-07-01T12:30:15.000Z',
      k2: '2026-11-01T05:30:00.000Z',
      k3: '2026-11-01T04:30:00.000Z',
    });
    expect(read.report.local_times).toEqual({ timezone: 'America/New_York', rows: 2 });
  }
  const { told } = await readFiles([file], {}, form);
  expect(told).toMatchObject([{ line: 5, problem: expect.stringContaining('America/New_York') }]);
  expect((await readFiles([file])).report.local_times).toEqual({ timezone: 'UTC', rows: 3 });
  const { stdout } = await runSimulator(folder, ['replay', '--in', 'bids.csv', '--timezone', 'America/New_York']);
  expect(stdout).toMatch(/rows whose times were read by the clock of America\/New_York \(--timezone\) +│ +2 │/);
});

test('the buyer is the yield group of the bid, before the one that the query names; ad units may be names', async () => {
  const columns = 'AdUnitId,KeyPart,TimeUsec2,BidPrice,BidRejectionReason,YieldGroupNames,BidYieldGroupNames,BidBidder';
  const usec = 1_795_000_000_000_000;
  const rows = [
    `/1111/news/top,k1,${usec},1,Winner,Group thirteen,Group twelve,DSP`,
    `77,k2,${usec},1,Winner,Group thirteen,,DSP`,
    // All groups that competed against a bid of Google's own.
    `,k3,${usec},1,Winner,Group twelve|Group thirteen,,DSP`,
    `007,k4,${usec},1,Winner,Group unknown,,Nobody`,
  ];
  const mapped = new Map([
    ['Group twelve', 12],
    ['Group thirteen', 13],
    ['Group twelve|Group thirteen', 1],
    ['DSP', 14],
  ]);
  const file = writeLog(createFolder(), [columns, ...rows, ''].join('\n'));
  const { auctions, report } = await readFiles([file], { seats: createSeatBook({ mapped }) });
  const read = auctions.map(({ request: { seed, impression, bids } }) => [
    seed?.slice(0, 2),
    impression.placementId ?? null,
    bids[0]?.memberId,
  ]);
  expect(read.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1))).toEqual([
    ['k1', '/1111/news/top', 12],
    ['k2', 77, 13],
    ['k3', null, 14],
    ['k4', '007', null],
  ]);
  expect(report.unmapped_seats.largest).toEqual([{ seat: 'Group unknown', bids: 1 }]);
});

test.for<readonly [string, string, LogForm, number, RegExp]>([
  [
    'prices with decimal commas are asked for',
    'ts;auction_id;seat;price\n1;a;x;2,50\n',
    {},
    2,
    /2,50.*--decimal-comma/,
  ],
  [
    "another header is none of Ad Manager's bids",
    'ts,auction_id,seat,price\n',
    { format: 'gam-bids' },
    2,
    /KeyPart, .*Found: ts/,
  ],
  ['a log of iPinYou has winners only', 'click\tbidid\tbidprice\tpayprice\n', {}, 1, /winners only/],
  ['so has one as it was published', `${'0a'.repeat(16)}\t20130607000103593\t1\tx\n`, {}, 1, /winners only/],
])('%s', async ([, text, form, exitCode, message]) => {
  const file = writeLog(createFolder(), text);
  await expect(readFiles([file], {}, form)).rejects.toMatchObject({
    exitCode,
    message: expect.stringMatching(message),
  });
});

test.for<readonly [string, string, RegExp]>([
  ['no line can be read', 'ts,auction_id,seat,price\nnever,a,x,1\n', /^No auction could be read/m],
  [
    'most lines are broken',
    `ts,auction_id,seat,price\n1,a,12,1\n${'1,a,x\n'.repeat(2)}`,
    /^More than half of the lines/m,
  ],
])('a replay where %s is a finding that says what to do', async ([, text, message]) => {
  const folder = createFolder();
  writeLog(folder, text, 'log.csv');
  const { exitCode, stderr } = await runSimulator(folder, ['replay', '--in', 'log.csv']);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(message);
  expect(stderr).toContain('--columns');
});

test('a log of single bids is said to have winners only', async () => {
  const folder = createFolder();
  const rows = Array.from({ length: 20 }, (_, at) => `1,a${at},12,1\n`).join('');
  writeLog(folder, `ts,auction_id,seat,price\n${rows}`, 'log.csv');
  const { exitCode, stdout } = await runSimulator(folder, ['replay', '--in', 'log.csv']);
  expect(exitCode).toBe(0);
  expect(stdout).toContain('winners only');
});
