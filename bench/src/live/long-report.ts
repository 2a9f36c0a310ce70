import { randomBytes } from 'node:crypto';
import type { ReportRow } from '@auction-tiers/contract';
import { encodeRecord, openRedisStore, pairCell, ReportCounts, type ReportPart } from '@auction-tiers/store';
import type { Service } from '../http/service.ts';
import { WrongAnswer } from '../suite/suite.ts';
import type { ReportRowFigures } from './figures.ts';

const msPerDay = 24 * 60 * 60 * 1000;
/** The demo's first seller, and its ym-profile. */
const subject = { memberId: 1, ymProfileId: 1 };
export const days = 8;

const dayBefore = (back: number) => new Date(Date.now() - back * msPerDay).toISOString().slice(0, 10);

/** Bids of a pair within a day, and what its wins bring in micros: no two pairs have the same sum. */
const bidsOf = (tier: number, buyer: number) => 10 + ((tier * 7 + buyer * 3) % 90);
const netOf = (tier: number, buyer: number, buyers: number) => 1_000_000 + (tier * buyers + buyer) * 1000;

/** Stores the counts of eight days, by so many tiers of so many buyers, as a service that has counted them keeps them. */
export async function storeReport(redisUrl: string, tiers: number, buyers: number): Promise<void> {
  const store = await openRedisStore({ url: redisUrl, log: { warn: () => {} } });
  try {
    for (let back = 0; back < days; back++) {
      const counts = new ReportCounts();
      for (let tier = 1; tier <= tiers; tier++) {
        for (let buyer = 1; buyer <= buyers; buyer++) {
          const row = counts.pairs.rowOf(tier, buyer);
          const { rows } = counts.pairs;
          rows[row + pairCell.bids] = bidsOf(tier, buyer);
          rows[row + pairCell.won] = 3;
          rows[row + pairCell.gross] = 2 * netOf(tier, buyer, buyers);
          rows[row + pairCell.net] = netOf(tier, buyer, buyers);
        }
      }
      const day = dayBefore(back);
      const expiry = { hourExpiryMs: Date.now() + msPerDay, dayExpiryMs: Date.now() + 400 * msPerDay };
      const record = encodeRecord(counts, randomBytes(8));
      const part: ReportPart = { ...subject, hour: `${day}T00:00`, day, record, totals: '', ...expiry };
      const call = { process: 'bench', sequence: back + 1, countedToMs: Date.now(), isLast: back === days - 1 };
      await store.reports.add({ group: store.reports.groupOf(subject.memberId), ...call, parts: [part] });
    }
  } finally {
    await store.close();
  }
}

interface Question {
  readonly name: string;
  readonly query: string;
  /** Rows of the answer, and of all its pages. */
  readonly rows: number;
  readonly count: number;
}

export const pageName = 'a page of 100, by net';

const questionsOf = (pairs: number): readonly Question[] => [
  {
    name: pageName,
    query: 'group_by=tier,buyer&sort=net.desc&num_elements=100',
    rows: Math.min(100, pairs),
    count: pairs,
  },
  { name: 'all rows', query: 'group_by=tier,buyer', rows: pairs, count: pairs },
  {
    name: 'a page of 100, by day too',
    query: 'group_by=day,tier,buyer&sort=net.desc&num_elements=100',
    rows: Math.min(100, days * pairs),
    count: days * pairs,
  },
];

/** Asks each question once per round, and checks every answer. */
export async function measureReport(
  service: Pick<Service, 'url' | 'headers' | 'processorMicros'>,
  { tiers, buyers, rounds }: { readonly tiers: number; readonly buyers: number; readonly rounds: number },
): Promise<ReportRowFigures[]> {
  const rows: ReportRowFigures[] = [];
  for (const { name, query, rows: wanted, count } of questionsOf(tiers * buyers)) {
    const [wallMs, processorMs]: [number[], number[]] = [[], []];
    let answerBytes = 0;
    // The first answer warms the service up and is not measured.
    for (let round = -1; round < rounds; round++) {
      const path = `/report?ym_profile_id=${subject.ymProfileId}&start_date=${dayBefore(days - 1)}&${query}`;
      const processor0 = await service.processorMicros();
      const startMs = performance.now();
      const answer = await fetch(`${service.url}${path}`, { headers: service.headers });
      const text = await answer.text();
      const tookMs = performance.now() - startMs;
      const usedMs = ((await service.processorMicros()) - processor0) / 1000;
      checkAnswer(text, { name, query, rows: wanted, count }, tiers, buyers);
      answerBytes = text.length;
      if (round < 0) continue;
      wallMs.push(tookMs);
      processorMs.push(usedMs);
    }
    rows.push({ name, rows: wanted, answerBytes, wallMs, processorMs });
  }
  return rows;
}

function checkAnswer(text: string, { name, query, rows, count }: Question, tiers: number, buyers: number): void {
  const { response } = JSON.parse(text) as {
    response: { readonly count: number; readonly report: never; readonly error?: string } & Record<string, unknown>;
  };
  const found = response['report-rows'] as readonly ReportRow[] | undefined;
  if (found?.length !== rows || response.count !== count) {
    throw new WrongAnswer(`${name}: ${found?.length} rows of ${response.count}, expected ${rows} of ${count}`);
  }
  const times = query.includes('day') ? 1 : days;
  for (const { tier_id: tier, buyer_id: buyer, bids, won, net } of found) {
    const right = [times * bidsOf(tier!, buyer!), times * 3, (times * netOf(tier!, buyer!, buyers)) / 1e9];
    if (bids !== right[0] || won !== right[1] || Number(net) !== right[2]) {
      throw new WrongAnswer(`${name}: tier ${tier}, buyer ${buyer}: ${bids}, ${won}, ${net}, expected ${right.join()}`);
    }
  }
  const [first] = found;
  const isHighest = first?.tier_id === tiers && first.buyer_id === buyers;
  if (query.includes('sort=net.desc') && !isHighest) throw new WrongAnswer(`${name}: the first row is not the highest`);
}
