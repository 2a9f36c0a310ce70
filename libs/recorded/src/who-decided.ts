import type { Decided, ExperimentArm } from '@auction-tiers/auction-codec';
import type { Experiment } from '@auction-tiers/contract';

type Arm = ExperimentArm['arm'];
type Design = Experiment['design'];

/**
 * Whose tiers decide an auction: the live ones; of an experiment the draft's; in a hold-back those from before the
 * publish; `unknown` where the experiment does not exist any more, so that its design is not known.
 */
export type Decider = 'live' | 'draft' | 'before' | 'unknown';

/** The arm that the live tiers decide: in a hold-back the draft is live. */
export const liveArmOf = (design: Design): Arm => (design === 'hold_back' ? 'T' : 'C');

/** Whose tiers decide the auctions of an arm. */
export const deciderOf = (design: Design, arm: Arm): Decider =>
  arm === liveArmOf(design) ? 'live' : design === 'hold_back' ? 'before' : 'draft';

/** Equal for auctions that the same tier set decided: the revision and, in an experiment, its arm. */
export const deciderKey = ({ revision, experiment }: Pick<Decided, 'revision' | 'experiment'>): string =>
  experiment === undefined ? revision : `${revision} ${experiment.id}/${experiment.arm}`;

/** Whose tiers decided an auction, from its answer or its record. `designOf`: the design of an experiment, by its id. */
export function whoDecided(
  { experiment }: { readonly experiment?: ExperimentArm | undefined },
  designOf: (id: number) => Design | undefined,
): Decider {
  if (experiment === undefined) return 'live';
  const design = designOf(experiment.id);
  return design === undefined ? 'unknown' : deciderOf(design, experiment.arm);
}
