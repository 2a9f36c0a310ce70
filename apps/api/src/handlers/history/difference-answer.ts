import {
  type CurrentTierSet,
  type ImportAnswer,
  type ObjectPair,
  pairsOfMoments,
  toDifference,
} from '@auction-tiers/contract';
import { findingsOf } from '../tier-set/import-answer.ts';

/** The difference of two tier sets, in the form of an import's answer. Throws `invalid` if one does not compile. */
export async function toDifferenceAnswer(
  before: CurrentTierSet,
  after: CurrentTierSet,
  isDryRun: boolean,
): Promise<Omit<ImportAnswer, 'revision'>> {
  return answerOf(pairsOfMoments(before, after), after, isDryRun);
}

/** As `toDifferenceAnswer`, from pairs of objects; `after` is the tier set that results. */
export async function answerOf(
  pairs: readonly ObjectPair[],
  after: CurrentTierSet,
  isDryRun: boolean,
): Promise<Omit<ImportAnswer, 'revision'>> {
  const { summary, created, ...difference } = toDifference(pairs);
  const places = {
    'ym-profile': new Map<number, number>(),
    'ym-auction-tier': placesOf(after.tiers),
    profile: placesOf(after.profiles),
  };
  return {
    dry_run: isDryRun,
    ym_profile_id: after.ym_profile.id,
    summary,
    created: created.map((one) => ({ ...one, place: places[one.service].get(one.id) ?? 0, file_id: one.id })),
    ...difference,
    findings: await findingsOf(after.ym_profile.id, after),
  };
}

const placesOf = (rows: readonly { readonly id: number }[]) =>
  new Map(rows.map(({ id }, index): [number, number] => [id, index]));
