import { exitCode, Failure } from '../cli/failure.ts';
import { counted } from '../figure/text.ts';
import type { Measurement } from '../schema/load-report.ts';

const refusalKind = /^HTTP 40[13]\b/;

/**
 * The failure of a load that ended because the API refused its credential; undefined: it did not. Wrong usage if the
 * credential never worked, a finding if it was revoked in the middle. `measurements`: everything that was sent.
 */
export function credentialFailure(url: string, measurements: readonly Measurement[]): Failure | undefined {
  const last = measurements.at(-1);
  if (last?.ended_by !== 'unauthorized') return undefined;
  const sum = (name: 'sent' | 'answered') => measurements.reduce((total, { requests }) => total + requests[name], 0);
  const answered = sum('answered');
  const refusal = last.failures.find(({ kind }) => refusalKind.test(kind));
  const reason =
    refusal === undefined ? '' : `: ${refusal.kind}${refusal.example === null ? '' : ` (${refusal.example})`}`;
  const sent = `after ${counted(sum('sent'), 'request')}, of which ${answered === 0 ? 'none' : answered} had a right answer`;
  const code = answered === 0 ? exitCode.wrongUsage : exitCode.found;
  return new Failure(code, `${url} refuses the API key, so the load ended ${sent}${reason}.`);
}
