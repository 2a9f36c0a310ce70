import type { InputReport } from '../log/auction/input-report.ts';
import type { LogPart } from '../log/file/part.ts';

/** Works on parts of a log, one after the other, and at the end has a result of them all. */
export interface PartWorker {
  /** What was read, with all seats. Throws a `Failure` as reading a log does. */
  run(part: LogPart): Promise<InputReport>;
  /** Plain data. */
  result(): unknown;
}
