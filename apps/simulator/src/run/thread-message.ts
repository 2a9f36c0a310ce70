import type { ExitCode } from '../cli/failure.ts';
import type { InputReport } from '../log/auction/input-report.ts';
import type { LogPart } from '../log/file/part.ts';

/** To a thread, after the task that it begins with: another part of the log, by its place among all parts; or that there are no more. */
export type ToThread =
  | { readonly kind: 'part'; readonly at: number; readonly part: LogPart }
  | { readonly kind: 'end' };

/** From a thread; its result is plain data. */
export type FromThread =
  | { readonly kind: 'bytes'; readonly count: number }
  | { readonly kind: 'read'; readonly at: number; readonly input: InputReport }
  | { readonly kind: 'failed'; readonly at: number; readonly exitCode: ExitCode; readonly message: string }
  | { readonly kind: 'result'; readonly result: unknown };
