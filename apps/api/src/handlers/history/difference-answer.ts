import {
  type CurrentTierSet,
  type ImportAnswer,
  type ObjectPair,
  pairsOfMoments,
  toDifference,
} from '@auction-tiers/contract';
import { findingsOf } from '../tier-set/import-answer.ts';

/** What makes one tier set of another, in the form of what an import answers. Throws `invalid` for a set that does not compile. */
export async function toDifferenceAnswer(
  before: CurrentTierSet,
  after: CurrentTierSet,
  isTrial: boolean,
): Promise<Omit<ImportAnswer, 'revision'>> {
  return answerOf(pairsOfMoments(before, after), after, isTrial);
}

/** The same from the pairs of objects, of which `after` has the tier set that comes of it. */
export async function answerOf(
  pairs: readonly ObjectPair[],
  after: CurrentTierSet,
  isTrial: boolean,
): Promise<Omit<ImportAnswer, 'revision'>> {
  const { summary, created, ...difference } = toDifference(pairs);
  const places = {
    'ym-profile': new Map<number, number>(),
    'ym-auction-tier': placesOf(after.tiers),
    profile: placesOf(after.profiles),
  };
  return {
    dry_run: isTrial,
    ym_profile_id: after.ym_profile.id,
    summary,
    created: created.map((one) => ({ ...one, place: places[one.service].get(one.id) ?? 0, file_id: one.id })),
    ...difference,
    findings: await findingsOf(after.ym_profile.id, after),
  };
}

const placesOf = (rows: readonly { readonly id: number }[]) =>
  new Map(rows.map(({ id }, place): [number, number] => [id, place]));
