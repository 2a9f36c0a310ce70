import { z } from 'zod';
import { type Issue, quote } from '../error/issue.ts';
import { type Field, optional, readOnly, required, shared } from '../resource/field.ts';
import { defineResource, type Stored } from '../resource/resource.ts';
import { AmountText, storedAmount } from '../value/price.ts';
import { text } from '../value/scalar.ts';
import { share } from '../value/share.ts';

/**
 * Which auctions the draft decides: none (`shadow`), those of a share of the units (`split`), of clusters of
 * impressions on drawn days (`switchback`), or, after its publish, all but a share of the units (`hold_back`).
 */
export const experimentDesigns = ['shadow', 'split', 'switchback', 'hold_back'] as const;

/** The designs that can be planned; a hold-back starts with a publish. */
const plannedDesigns = ['shadow', 'split', 'switchback'] as const;

/** By what a switchback puts impressions into clusters. */
export const clusterAttributes = ['site', 'placement', 'country', 'device'] as const;
/** The whole seller in place of clusters, by drawn runs of days or by whole weeks. */
export const wholeSellers = ['seller', 'seller_weeks'] as const;
const clusterKinds = [...clusterAttributes, ...wholeSellers] as const;
export const isWholeSeller = (by: (typeof clusterKinds)[number]): by is (typeof wholeSellers)[number] =>
  wholeSellers.some((one) => one === by);
const [fewestClusters, mostClusters] = [8, 40];

export const experimentStates = ['planned', 'running', 'paused', 'ended'] as const;

/** What happens to the draft at the end. */
export const experimentOutcomes = ['publish', 'drop'] as const;

/** How long an experiment runs that names no end, days. */
export const experimentDays = 28;

const perCent = z.number().min(0).max(100);

/** The limits of an experiment that was stored before they were defined. */
const laterLimits = { max_total_loss_pct: 10 };

/** What pauses an experiment, as it is stored. */
const Guard = z
  .strictObject({
    max_loss: storedAmount().describe('Most money that the draft may lose, on the auctions that it decided'),
    max_total_loss_pct: perCent.describe(
      "Most of the live tiers' net that the draft may lose, buyers' reaction included, %",
    ),
    max_buyer_loss_pct: perCent.describe('Most by which the spend of any of the ten largest buyers may fall, %'),
    min_fill_points: perCent.describe('Most that the share of sold auctions may fall, percentage points'),
  })
  .meta({ id: 'ExperimentGuard' });
export type ExperimentGuard = z.output<typeof Guard>;

const GuardInput = z
  .strictObject({
    max_loss: AmountText,
    max_total_loss_pct: perCent.default(laterLimits.max_total_loss_pct).describe('As in the answer'),
    max_buyer_loss_pct: perCent.default(30).describe('As in the answer'),
    min_fill_points: perCent.default(5).describe('As in the answer'),
  })
  .meta({ id: 'ExperimentGuardInput' });

const Step = z.strictObject({
  share: share().describe('Share of the units from this step on'),
  after_days: z.number().min(0).max(400).describe('Days that the experiment has run, without pauses'),
});

const Phase = z.strictObject({
  key: z.string().describe('A hash of control, treatment and share'),
  share: z.number().describe('The share'),
  started_at: z.string().describe('When, UTC'),
});
export type ExperimentPhase = z.output<typeof Phase>;

const Minimum = z.strictObject({ member_id: z.int(), from: z.int(), to: z.int() });
const Pause = z.strictObject({ from_day: z.int(), to_day: z.int() });
const BuyerBefore = z.strictObject({
  member_id: z.int(),
  days: z.int(),
  log_net: z.number(),
  deviation: z.number(),
  late: z.number(),
});

const Clusters = z
  .strictObject({
    by: z.enum(clusterKinds).describe('Attribute whose values are the clusters, or the whole seller by days or weeks'),
    values: z
      .array(text(1, 100))
      .max(mostClusters)
      .refine((values) => new Set(values).size === values.length, { error: 'has a value twice, allowed: once each' })
      .describe(`${fewestClusters} clusters or more, of a seller none; the live tiers decide all other auctions`),
  })
  .nullable()
  .meta({ id: 'ExperimentClusters' });
export type ExperimentClusters = NonNullable<z.output<typeof Clusters>>;

/** A field that lists neither filter nor sort by. */
const unlisted = <F extends Field>(field: F): Omit<F, 'filterBy'> & { readonly filterBy: 'none' } => ({
  ...field,
  filterBy: 'none',
  sortBy: false,
});

/** The fields of an experiment as it is answered. */
const fields = {
  id: readOnly.id(),
  name: required.name('Name of the experiment'),
  hypothesis: unlisted(
    required.text(1000, 'What is expected, and by how much: names a change of net in per cent, such as 2 %'),
  ),
  ym_profile_id: readOnly.idOf('Yield management profile of the draft'),
  draft_id: required.id('The draft that is tested'),
  design: {
    ...shared(
      'experimentDesign',
      optional.choice(
        experimentDesigns,
        'shadow',
        '`shadow`: the live tiers decide all; `split`: the draft decides a share of the units; `switchback`: the draft decides clusters of impressions on drawn whole days; `hold_back`, made by `POST /draft/publish`: the earlier tiers decide a share of the units',
      ),
    ),
    input: z
      .enum(plannedDesigns)
      .meta({ id: 'ExperimentDesignInput', description: 'Which auctions the draft decides, as in the answer' }),
  },
  share: shared(
    'experiment_share',
    unlisted(
      optional.share(
        'Share of the units that the draft decides, in a hold-back the earlier tiers; null: another design',
      ),
    ),
  ),
  clusters: {
    ...optional.object(Clusters, Clusters, 'Clusters of a switchback; null: the service chooses them at the start'),
    initial: null,
  },
  steps: shared(
    'experimentSteps',
    optional.objects(
      Step,
      Step,
      20,
      { share: 'double', after_days: 'double' },
      'Later shares of a split; no unit leaves the draft as the share grows',
      { share: 0.05, after_days: 2 },
    ),
  ),
  end_at: unlisted(
    optional.date(
      `When it pauses as planned, UTC; null: ${experimentDays} days after the start. A switchback has whole pairs of weeks until then`,
    ),
  ),
  guard: required.object(Guard, GuardInput, 'Limits that pause the experiment', laterLimits),
  start_at: unlisted(readOnly.nullableDate('When it was started, UTC')),
  timezone: unlisted(readOnly.nullableString('Time zone of the days of a started switchback')),
  state: readOnly.choice(experimentStates, 'State of the experiment'),
  reason: unlisted(readOnly.nullableString('Why it is paused')),
  outcome: unlisted(readOnly.nullableChoice(experimentOutcomes, 'What became of the draft at the end')),
  phases: readOnly.objects(
    Phase,
    { key: 'string', share: 'double', started_at: 'date' },
    'Periods with the same control, treatment and share',
  ),
  member_id: optional.owner(),
  created_by: readOnly.string('The user that made it'),
  last_modified: readOnly.lastModified(),
};

const words = {
  one: 'an experiment',
  many: 'experiments',
  description:
    "Tests a draft on live auctions. While it runs, every auction is decided under the live tiers and under the draft, with one seed; the arm's decision is answered, with `experiment`. Its guard pauses it; only a person resumes it. Once it has started, only `name` can be changed.",
  reading: '`GET /experiment?ym_profile_id=1&state=running` gives the running experiment.',
};

/** The effect that a hypothesis names: its first percentage above 0; undefined: it names none. */
export function effectOf(hypothesis: string): number | undefined {
  const percents = hypothesis.matchAll(/(\d+(?:\.\d+)?)\s?%/g);
  return Array.from(percents, ([, percent]) => Number(percent)).find((percent) => percent > 0);
}

interface Shares {
  readonly design: (typeof experimentDesigns)[number];
  readonly share: number | null;
  readonly steps: readonly z.output<typeof Step>[] | null;
  readonly clusters: ExperimentClusters | null;
}

function check({ design, share: own, steps, clusters }: Shares): Issue[] {
  const issues: Issue[] = [];
  if (clusters !== null && design !== 'switchback') {
    issues.push({ path: 'clusters', message: `is set, allowed for a ${design}: null` });
  }
  if (clusters !== null) {
    const { by, values } = clusters;
    if (isWholeSeller(by) ? values.length > 0 : values.length < fewestClusters) {
      const allowed = isWholeSeller(by) ? 'none' : `${fewestClusters} to ${mostClusters}`;
      issues.push({ path: 'clusters.values', message: `has ${values.length}, allowed by ${by}: ${allowed}` });
    }
  }
  if (steps !== null && steps.length > 0 && design !== 'split') {
    issues.push({ path: 'steps', message: `is set, allowed for a ${design}: null` });
  }
  if (design === 'shadow' || design === 'switchback') {
    if (own !== null) issues.push({ path: 'share', message: `is ${own}, allowed for a ${design}: null` });
    return issues;
  }
  if (own === null || own <= 0) {
    issues.push({ path: 'share', message: `is ${quote(own)}, allowed for a ${design}: above 0, at most 1` });
  }
  let last = { after_days: 0, share: own ?? 0 };
  for (const [index, step] of (steps ?? []).entries()) {
    if (step.after_days <= last.after_days || step.share < last.share) {
      const message = `has ${step.share} after ${step.after_days} days, allowed: later than the step before, and no smaller share than it or than \`share\``;
      issues.push({ path: `steps.${index}`, message });
    }
    last = step;
  }
  return issues;
}

/** An experiment as it is answered. */
export const experimentResource = defineResource({
  service: 'experiment',
  plural: 'experiments',
  hasMoney: true,
  words,
  fields,
  check,
});
export type Experiment = Stored<typeof experimentResource>;

/** Stored attributes of an experiment that are never answered. */
export const experimentSecrets = [
  'salt',
  'open_ym_profile_id',
  'before_draft_id',
  'treatment_revision',
  'minimums',
  'buyers_before',
  'pauses',
] as const;

/** An experiment as it is stored. */
export const storedExperimentResource = defineResource({
  service: 'experiment',
  plural: 'experiments',
  words,
  fields: {
    ...fields,
    salt: readOnly.nullableDecimal('Draws the arms of the units; null: it was never started'),
    open_ym_profile_id: unlisted(
      readOnly.nullableIdOf('While it runs or is paused its ym-profile, which has one such experiment'),
    ),
    before_draft_id: unlisted(readOnly.nullableIdOf('Of a hold-back the draft with the previous tiers')),
    treatment_revision: readOnly.nullableString(
      "The state in which the draft's content is the one that decides arm T, set at each start; null: never started, or by an earlier version",
    ),
    minimums: readOnly.objects(
      Minimum,
      { member_id: 'int', from: 'int', to: 'int' },
      'Net CPM micros that the tiers asked of a buyer at the start, and the draft',
    ),
    buyers_before: {
      ...readOnly.objects(
        BuyerBefore,
        { member_id: 'int', days: 'int', log_net: 'double', deviation: 'double', late: 'double' },
        'What large buyers did in the two weeks before the start of a switchback; none: started by an earlier version',
      ),
      initial: [],
    },
    pauses: readOnly.objects(
      Pause,
      { from_day: 'int', to_day: 'int' },
      'Days of a switchback, from 0, on which it was paused',
    ),
  },
  unique: [{ field: 'open_ym_profile_id' }],
  check,
});
export type StoredExperiment = Stored<typeof storedExperimentResource>;

/** A stored experiment as answered. */
export function toExperiment(stored: StoredExperiment): Experiment {
  const { salt: _salt, open_ym_profile_id: _open, before_draft_id: _before, ...rest } = stored;
  const { treatment_revision: _revision, minimums: _minimums, ...others } = rest;
  const { buyers_before: _buyers, pauses: _pauses, ...shown } = others;
  return shown;
}
