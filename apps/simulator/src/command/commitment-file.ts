import type { ReadCommitment, TierSetFile } from '@auction-tiers/contract/tier-set';
import { Commitments, commitmentsOf, issuesOf, readCommitment } from '@auction-tiers/contract/tier-set';
import { listIssues } from '../cli/failure.ts';
import { readJsonFile } from '../cli/json-file.ts';

/**
 * The commitments of the file of `--commitments`, a JSON array; without it the commitments of the ym-profile in the
 * tier set file. Throws a `Failure` that says what is wrong and where.
 */
export function readCommitments(
  file: string | undefined,
  { file: { ym_profile: ymProfile } }: { readonly file: Pick<TierSetFile, 'ym_profile'> },
): readonly ReadCommitment[] {
  if (file === undefined) return commitmentsOf(null, ymProfile).map(readCommitment);
  const { given, refuse } = readJsonFile('--commitments', file);
  const commitments = Commitments.safeParse(given);
  if (!commitments.success) throw refuse(`is no list of commitments: ${listIssues(issuesOf(commitments.error))}`);
  return commitments.data.map(readCommitment);
}
