/*
 * Writes the stored counts of an earlier version, and the reports that it made of them, as JSON to the standard output:
 *
 *   git worktree add /tmp/earlier COMMIT && cd /tmp/earlier && npm ci
 *   node tools/run.mjs PATH/make-earlier-counts.ts > PATH/VERSION.json
 *
 * version-1.json was made by 0496444a, version-2.json by 27e86dd4. It runs the code of the folder that it is started in,
 * so it names none of the present code.
 */
import { resolve } from 'node:path';

const from = (path: string) => import(resolve(path));
const { compile, decideAuction, Decision } = await from('libs/tier-engine/src/index.ts');
const { ReportCounter } = await from('apps/api/src/report/report-counter.ts');
const { takePart } = await from('apps/api/src/report/report-flusher.ts');
const { readReport } = await from('apps/api/src/handlers/report/read-report.ts');
const { compareRowsBy, createToRow } = await from('apps/api/src/handlers/report/row.ts');

const tier = (id: number, memberAction: string, minPriceMicros: number, buyerMemberIds: readonly number[]) => ({
  id,
  priority: 5,
  memberAction,
  minPriceMicros,
  buyerMemberIds,
  profileId: null,
});
const tiers = [
  tier(11, 'include', 2_000_000, [101]),
  tier(12, 'exclude', 0, [103]),
  tier(2 ** 32 + 1, 'include', 0, [102]),
];
const compiled = compile({ ymProfileId: 1, revision: '', tiers, profiles: [] });
if (!compiled.ok) throw new Error('the tiers do not compile');

// Times of a UTC member: two hours of one day, one of the next.
const times = ['2026-11-20T08:00', '2026-11-20T09:00', '2026-11-21T23:00'];
const breakdowns = ['placement', 'country', 'size', 'device_type'];
const stored = new Map<string, Buffer[]>();
const decision = new Decision();
let nowMs = 0;
for (let process = 0; process < 2; process++) {
  const seller = { memberId: 1, timezone: 'UTC', breakdowns };
  const counter = new ReportCounter(
    () => seller,
    () => nowMs,
  );
  for (const [at, time] of times.entries()) {
    for (let number = 0; number < 40; number++) {
      nowMs = Date.parse(`${time}:00Z`) + number * 80_000;
      const mixed = number + 7 * at + 3 * process;
      const bids = Array.from({ length: mixed % 6 }, (_, index) => ({
        id: `b${index}`,
        memberId: 101 + ((mixed + index) % 4),
        // Some prices are so high that sums are carried.
        grossMicros: mixed % 5 === 0 ? 999_999_999_999_999 - index : 1_000_001 * (1 + ((mixed * 3 + index) % 7)),
      }));
      const request = {
        auctionType: 1 + (mixed % 2),
        bidFloorMicros: (mixed % 3) * 500_000,
        feePpm: 125_000,
        seed: `s${mixed}`,
        timeMs: 0,
        impression: {
          ...(mixed % 3 > 0 && { country: mixed % 2 ? 'US' : 'GB', placementId: 70 + (mixed % 3) }),
          deviceType: mixed % 4 ? 'phone' : 'tv',
          sizes: [{ width: 300, height: mixed % 2 ? 250 : 600 }],
        },
        bids,
      };
      decideAuction(compiled.tierSet, request, decision);
      counter.count(compiled.tierSet, request, decision);
    }
    nowMs = Date.parse(`${time}:00Z`) + 3_599_000;
    for (const hour of counter.changed()) {
      const part = takePart(hour, Buffer.from(`${process}${at}earlier`.slice(0, 8)));
      for (const key of [part.hour, part.day]) stored.set(key, [...(stored.get(key) ?? []), Buffer.from(part.record)]);
    }
  }
}

const bytesOf = (time: string) => Buffer.concat(stored.get(time) ?? []);
const store = { read: (_: unknown, some: readonly string[]) => Promise.resolve(some.map(bytesOf)) };
const names = { tier: () => null, buyer: () => null };
const days = [...new Set(times.map((time) => time.slice(0, 10)))];

async function reportOf(group: string) {
  const isHour = group === 'hour';
  const labels = isHour ? times : days;
  const asked = labels.map((time) => ({ time, label: isHour ? `${time.replace('T', ' ')}:00` : time }));
  const groups = new Set(group === '' ? [] : group.split(','));
  const input = { group_by: group === '' ? undefined : group };
  const rows = await readReport(store, { memberId: 1, ymProfileId: 1 }, asked, groups);
  return rows.toSorted(compareRowsBy(undefined, input)).map(createToRow(input, names));
}

const version = stored.get(times[0]!)![0]![0]!;
const groups = ['', 'hour', 'day', 'tier,buyer', 'tier', 'buyer,day'];
if (version > 1) groups.push(...breakdowns, 'country,day');
const reports: Record<string, unknown> = {};
for (const group of groups) reports[group] = await reportOf(group);
const records = Object.fromEntries(Array.from(stored.keys(), (time) => [time, bytesOf(time).toString('base64')]));
process.stdout.write(`${JSON.stringify({ version, records, reports }, null, 1)}\n`);
