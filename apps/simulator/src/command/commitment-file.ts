import type { ReadCommitment } from '@auction-tiers/contract/tier-set';
import { Commitments, issuesOf, readCommitment } from '@auction-tiers/contract/tier-set';
import { listIssues } from '../cli/failure.ts';
import { readJsonFile } from '../cli/json-file.ts';

/** Reads the file of `--commitments`, a JSON array. Throws a `Failure` that says what is wrong and where. */
export function readCommitmentFile(file: string): readonly ReadCommitment[] {
  const { given, refuse } = readJsonFile('--commitments', file);
  const commitments = Commitments.safeParse(given);
  if (!commitments.success) throw refuse(`is no list of commitments: ${listIssues(issuesOf(commitments.error))}`);
  return commitments.data.map(readCommitment);
}
