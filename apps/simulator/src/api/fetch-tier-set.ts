import { exitCode, Failure, messageOf } from '../cli/failure.ts';
import type { ApiTarget } from './api-target.ts';
import type { LoadedTierSet } from '../tier-set/tier-set-file.ts';
import { readTierSet } from '../tier-set/tier-set-file.ts';

const timeoutMs = 60_000;

/** What is read of the answer; all of it may be missing. */
interface ExportAnswer {
  readonly response?: Readonly<Record<string, unknown>> | null;
}

/** The tiers that a ym-profile of a running API has now. Throws a `Failure` when the API does not give them. */
export async function fetchTierSet({ url, ymProfileId, apiKey }: ApiTarget): Promise<LoadedTierSet> {
  const refuse = (problem: string, cause?: unknown) =>
    new Failure(exitCode.found, `The tiers of ym-profile ${ymProfileId} of ${url} cannot be used: ${problem}.`, cause);
  let status: number;
  let answer: ExportAnswer | null;
  try {
    const response = await fetch(`${url}/ym-profile/export?id=${ymProfileId}`, {
      headers: { authorization: `Bearer ${apiKey}` },
      // A redirect could lead the key away from the address that was meant.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    answer = (await response.json()) as ExportAnswer | null;
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? ` (${messageOf(error.cause)})` : '';
    throw refuse(`${messageOf(error)}${cause}`, error);
  }
  const { error } = answer?.response ?? {};
  const file = Object.values(answer?.response ?? {}).find(isTierSet);
  if (file === undefined)
    throw refuse(`HTTP ${status}${typeof error === 'string' ? `, ${error}` : ' without a tier set'}`);
  return readTierSet(file, refuse);
}

/** Whatever name it has in the answer. */
function isTierSet(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'ym_profile' in value && 'tiers' in value;
}
