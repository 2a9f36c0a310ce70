import type { Ledger } from '../tally/tally.ts';
import type { InputReport } from '../log/auction/input-report.ts';
import type { ApiReport } from '../schema/replay-report.ts';
import type { Histogram } from '@auction-tiers/http-load/histogram';

/** What came of a replay, wherever it ran. */
export interface Outcome {
  readonly ledger: Ledger;
  readonly input: InputReport;
  readonly latency: Histogram;
  readonly api: ApiReport | null;
}
