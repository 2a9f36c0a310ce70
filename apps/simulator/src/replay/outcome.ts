import type { Ledger } from '../ledger/ledger.ts';
import type { InputReport } from '../log/input-report.ts';
import type { ApiReport } from '../report/replay-report.ts';
import type { Latency } from './latency.ts';

/** What came of a replay, wherever it ran. */
export interface Outcome {
  readonly ledger: Ledger;
  readonly input: InputReport;
  readonly latency: Latency;
  readonly api: ApiReport | null;
}
