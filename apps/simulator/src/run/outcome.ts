import type { Ledger } from '../tally/tally.ts';
import type { InputReport } from '../log/auction/input-report.ts';
import type { ApiReport } from '../schema/replay-report.ts';
import type { Latency } from '../replay/latency.ts';

/** What came of a replay, wherever it ran. */
export interface Outcome {
  readonly ledger: Ledger;
  readonly input: InputReport;
  readonly latency: Latency;
  readonly api: ApiReport | null;
}
