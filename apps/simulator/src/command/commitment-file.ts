import { readFileSync } from 'node:fs';
import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import { Commitments, issuesOf, readCommitment } from '@auction-tiers/contract/tier-set';
import { listIssues, messageOf, wrongUsage } from '../cli/failure.ts';

/** Reads the file of `--commitments`, a JSON array. Throws a `Failure` that says what is wrong and where. */
export function readCommitmentFile(file: string): readonly ReadCommitment[] {
  const refuse = (problem: string, cause?: unknown) => wrongUsage(`--commitments: ${file} ${problem}.`, cause);
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw refuse(error instanceof SyntaxError ? 'is not JSON' : `cannot be read: ${messageOf(error)}`, error);
  }
  const commitments = Commitments.safeParse(given);
  if (!commitments.success) throw refuse(`is no list of commitments: ${listIssues(issuesOf(commitments.error))}`);
  return commitments.data.map(readCommitment);
}
