import { exitCode, Failure } from '../cli/failure.ts';
import { counted } from '../figure/text.ts';
import type { Measurement } from '../schema/load-report.ts';

const refusalKind = /^HTTP 40[13]\b/;

/**
 * The failure of a load that ended because the API refused its credential; undefined: it did not. Wrong usage if the
 * credential never worked, a finding if it was revoked in the middle.
 */
export function credentialFailure(
  url: string,
  { ended_by: endedBy, requests: { sent: all, answered }, failures }: Measurement,
): Failure | undefined {
  if (endedBy !== 'unauthorized') return undefined;
  const refusal = failures.find(({ kind }) => refusalKind.test(kind));
  const reason =
    refusal === undefined ? '' : `: ${refusal.kind}${refusal.example === null ? '' : ` (${refusal.example})`}`;
  const sent = `after ${counted(all, 'request')}, of which ${answered === 0 ? 'none' : answered} had a right answer`;
  const code = answered === 0 ? exitCode.wrongUsage : exitCode.found;
  return new Failure(code, `${url} refuses the API key, so the load ended ${sent}${reason}.`);
}
