import type { CompareReport } from '@auction-tiers/contract/compare-report';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { compare } from '../../src/run/compare.ts';
import { defaultParams } from '@auction-tiers/market';
import { generate } from '../../src/generate/generate.ts';
import { replay } from '../../src/run/replay.ts';
import type { ReplayReport } from '../../src/schema/replay-report.ts';
import { loadDemoTierSet } from '../../src/tier-set/tier-set-file.ts';
import { demoDraft, loadDemo } from '../compare/tier-set.ts';
import { writeLog } from '../fixture/small-log.ts';
import { join } from 'node:path';

export interface Reports {
  readonly compared: CompareReport;
  readonly replayed: ReplayReport;
}

/** Reports of a synthetic log with a number of auctions, or of a log with a text. */
export async function createReports(folder: string, log: number | string): Promise<Reports> {
  const file = join(folder, 'log.jsonl');
  if (typeof log === 'string') writeLog(folder, log);
  else await generate({ auctionCount: log, bidCount: 12, seed: '7', format: 'own', params: defaultParams }, file);
  const [files, fee] = [[file], chooseFee({ option: 150_000 })];
  const [current, draft] = [loadDemo(), demoDraft()];
  const compared = await compare({ files, current, draft, fee, seed: 's' });
  const { report: replayed } = await replay({
    files,
    loaded: loadDemoTierSet(),
    target: undefined,
    fee,
    isStrict: false,
    onBrokenLine: () => {},
  });
  return { compared, replayed };
}

/** The same value with every leaf replaced. */
export function mapLeaves(value: unknown, change: (leaf: unknown, key: string) => unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change, key));
  if (typeof value !== 'object' || value === null) return change(value, key);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, mapLeaves(part, change, name)]));
}

const texts = new Set(
  'name revision seed file place problem seat bid_id explanation summary reasons rule description model message advice notes size'.split(
    ' ',
  ),
);

/** The report with `text` in the place of every text that comes from a log, a tier set or a file name. */
export function withText<Report>(report: Report, text: string): Report {
  return mapLeaves(report, (leaf, key) => (typeof leaf === 'string' && texts.has(key) ? text : leaf)) as Report;
}

/** The report with other amounts of money. */
export function withAmounts<Report>(report: Report, amountAt: (index: number) => string): Report {
  let index = 0;
  return mapLeaves(report, (leaf) =>
    typeof leaf === 'string' && /^-?\d+\.\d{9}$/.test(leaf) ? amountAt(index++) : leaf,
  ) as Report;
}
