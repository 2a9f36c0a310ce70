import { TierSetDifference } from '../tier-set/difference.ts';
import { findingCodes, severities } from '@auction-tiers/tier-engine/lint';
import { z } from 'zod';
import { Count, Money, Share } from './figure.ts';
import { FeeSection } from './fee.ts';
import { InputSection, ReportCurrency, TierSetSection } from './section.ts';
import { CommitmentRow } from './commitment.ts';
import { leastElasticity, mostElasticity } from './elasticity.ts';
import { ChangeExample } from './change-example.ts';
import { changeKinds } from './change-kind.ts';
import { AnsweredNet, AnswerSection } from './answer.ts';
import { leastClusters, leastHoursOfDay, Method, MoneyInterval } from './method.ts';
import { LargestDifferences } from './largest-differences.ts';
import { DaySection } from './day.ts';
import { RareLosses, Stability, Units } from './stability.ts';
import { Usability, Verdict } from './verdict.ts';
import { presentWarning, Warning } from './warning.ts';

const NumberInterval = z.strictObject({ low: z.number(), high: z.number() });

const Effect = z
  .strictObject({
    current: Money,
    draft: Money,
    difference: Money.describe('Over as many auctions as the log has.'),
    interval: MoneyInterval.nullable(),
    per_thousand_auctions: Money.nullable().describe('The difference in a thousand auctions; null: the log has none.'),
    per_thousand_interval: MoneyInterval.nullable(),
    per_cent: z.number().nullable().describe('Of the current revenue; null: there is none.'),
    per_cent_interval: NumberInterval.nullable(),
  })
  .meta({
    id: 'Effect',
    description: `Draft less current, with intervals, here as everywhere of the confidence in method. An interval is null where the log has too few clusters of every kind, such as ${leastClusters.hour} hours.`,
  });
export type Effect = z.output<typeof Effect>;

const Revenue = z.strictObject({ gross_paid: Money, net_to_seller: Money });

const Forgone = Money.describe(
  'The price of preference: what the auctions won would bring with no bid in a tier (excluded bids stay out), less the net taken. Negative where the minimum of a tier raised a second price.',
);

const Totals = z.strictObject({
  sold: Count,
  fill: Share.describe('Sold of all auctions.'),
  ...Revenue.shape,
  forgone: Forgone,
  outcomes: z
    .strictObject({
      won: Count,
      outranked: Count,
      outbid: Count,
      lost_tie: Count,
      excluded: Count,
      below_floor: Count,
    })
    .describe('Bids by what became of them.'),
});

/** Which of the two tier sets have a tier. */
export const presences = ['both', 'new', 'removed'] as const;
export type Presence = (typeof presences)[number];

const Presence = z
  .enum(presences)
  .describe('`new`: only the draft has the tier; `removed`: only the current set has it.');

const RowFigures = z.strictObject({ wins: Count, ...Revenue.shape, forgone: Forgone });

const Row = z
  .strictObject({
    kind: z
      .enum(['known', 'unknown', 'other'])
      .describe('`unknown`: no buyer, tier or placement; `other`: the ones beyond the bound on rows, together.'),
    id: z.int().nullable(),
    name: z.string().nullable(),
    presence: Presence.nullable().describe('Of a tier, which of the tier sets have it; null: the row is of no tier.'),
    current: RowFigures,
    draft: RowFigures,
    difference: z.strictObject({ wins: z.int(), ...Revenue.shape, forgone: Money }),
    interval: MoneyInterval.nullable().describe(
      'For the difference in net to the seller, of this row alone; null: not among the largest differences, or too few clusters.',
    ),
    direction: z
      .enum(['gains', 'loses', 'unclear', 'same'])
      .describe('`unclear`: the interval holds 0, or there is none. `same`: not one auction of it changes.'),
  })
  .meta({
    id: 'BreakdownRow',
    description: 'What the change does to one buyer, tier or placement: how much it buys, or brings.',
  });
export type Row = z.output<typeof Row>;

const Breakdown = z
  .strictObject({
    rows: z.array(Row),
    comparisons: Count.describe('Rows with an interval. At 95 %, one in twenty of them misses by chance.'),
  })
  .meta({
    id: 'Breakdown',
    description:
      'Rows by the size of their difference in net to the seller, the largest first. Their differences add up to the total.',
  });

const Change = z.strictObject({
  kind: z.enum(changeKinds),
  auctions: Count,
  share: Share,
  difference: Revenue.describe('Draft less current in these auctions.'),
  examples: z.array(ChangeExample).describe('Drawn by the seed.'),
});

const Bin = z
  .strictObject({ from: z.number().nullable(), to: z.number().nullable(), auctions: Count })
  .describe(
    'Auctions whose net revenue changes by an amount from `from` to `to`, CPM; null: without bound. On the bound that is nearer to 0 it is in the next bin.',
  );

const Hour = z.strictObject({
  hour: z
    .string()
    .nullable()
    .describe('When it begins, ISO 8601 in UTC; null: hours beyond the bound on their number, together.'),
  auctions: Count,
  current: Revenue,
  draft: Revenue,
});

const FunnelStep = z
  .strictObject({
    tier_id: z.int(),
    name: z.string().nullable(),
    presence: Presence,
    priority: z.int(),
    member_action: z.enum(['include', 'exclude']),
    seen: Count.describe('Bids of all auctions.'),
    listed: Count.describe('Of buyers that the tier names.'),
    priced_in: Count.describe('Of these, at its minimum price or above.'),
    targeted: Count.describe('Of these, on impressions that its profile matches.'),
    too_costly: Count.describe('Of these, kept out by its limit.'),
    categorised: Count.describe('Of the others, taken by this tier and no other.'),
    won: Count.describe('Of these, winners of their auction.'),
  })
  .meta({ id: 'FunnelStep', description: 'How far bids get with one tier.' });

const Finding = z.strictObject({
  code: z.enum(findingCodes),
  severity: z.enum(severities),
  tier_ids: z.array(z.int()),
  message: z.string(),
  advice: z.string(),
  is_new: z.boolean().describe('Whether the current tier set has no such finding.'),
});

const Sensitivity = z.strictObject({
  model: z.string().describe('What is assumed, in words.'),
  sampled_auctions: Count.describe(
    'How many of the auctions that the draft changes were run again, drawn by the seed.',
  ),
  break_even: z
    .number()
    .nullable()
    .describe(
      `The elasticity at which the difference changes its sign, the nearest to the assumed one, from ${leastElasticity} to ${mostElasticity}; null: it keeps its sign.`,
    ),
  undoing_fall: Share.nullable().describe(
    'By what share the newly preferred bids have to fall to undo the gain: those that win by a tier of the draft, and lose or are in no tier under the current ones; null: there is no gain, or no fall of theirs undoes it.',
  ),
  rows: z.array(
    z.strictObject({
      elasticity: z.number(),
      difference: Money,
      interval: MoneyInterval.nullable(),
      per_cent: z.number().nullable(),
    }),
  ),
});

const Preference = z.strictObject({
  forgone: z.strictObject({ current: Money, draft: Money, difference: Money }),
  highest: z
    .strictObject({ current: Money, draft: Money })
    .describe(
      'What the auctions would bring with no bid in a tier, excluded bids left out: net to the seller and forgone together.',
    ),
  is_whole_gain: z.boolean().describe('Whether the draft gains, and only because it forgoes less.'),
  sentence: z.string().nullable().describe('The same in words, with whom it prefers less; null: it is not so.'),
});

const Support = z.strictObject({
  touched_auctions: Count.describe('Auctions that the draft decides otherwise, in winner or price.'),
  touched_share: Share,
  touched_revenue: Money.describe('Current net revenue in them.'),
  touched_revenue_share: Share.nullable(),
  hours: Count.describe('Different hours and days with auctions.'),
  days: Count.describe(`With auctions in at least ${leastHoursOfDay} hours, in the time zone of the method.`),
  warnings: z.array(Warning),
});

/** Version 1 had another kind of warning for each thing that one is about. */
const compareVersion = 2;

/** The report of a comparison. The same input, seed and elasticity give the same report, byte for byte. */
export const CompareReport = z
  .strictObject({
    version: z.literal(compareVersion),
    difference: TierSetDifference.describe(
      'What the draft changes, in words (`summary`) and field by field, as the dry run of an import says it.',
    ),
    seed: z.string(),
    currency: ReportCurrency,
    elasticity: z.number().describe('Of bids, that the verdict reckons with; 0: buyers do not react.'),
    input: InputSection.extend({ bytes: Count.describe('Of all files, as they stand on disk.') }),
    fee: FeeSection.describe('The same for both tier sets.'),
    current: TierSetSection,
    draft: TierSetSection,
    tries: Count.min(1).describe(
      'Drafts that were tried on this log: intervals are so wide that with 95 % confidence all of them hold.',
    ),
    is_complete: z.boolean().describe('Whether the log is declared whole, with all auctions and bids.'),
    share: z
      .number()
      .gt(0)
      .max(1)
      .describe('Of all auctions, that the log has: figures per day and month, and of commitments, are of all.'),
    repeats: z
      .strictObject({
        dropped: Count.describe("Auctions that repeat another's seed and prices, and were dropped."),
        kept_share: Share.describe(
          'Of the auctions, those that repeat another and count again: of a sample, 0 where they were dropped.',
        ),
      })
      .describe('The same auction twice: a log that was read twice, or a client that tried again.'),
    auctions: Count,
    bids: Count,
    verdict: Verdict,
    gross_paid: Effect,
    net_to_seller: Effect,
    method: Method,
    totals: z.strictObject({ current: Totals, draft: Totals }),
    commitments: z.array(CommitmentRow).describe('What the draft must keep, in the order given.'),
    preference: Preference,
    changes: z.array(Change).describe('Every auction is of one kind; `same` has no examples.'),
    buyers: Breakdown,
    tiers: Breakdown,
    placements: Breakdown,
    weekdays: Breakdown.describe(
      'By day of the week, from Monday on, in the time zone of the method; without intervals.',
    ),
    sizes: Breakdown,
    countries: Breakdown,
    device_types: Breakdown,
    by_day: DaySection,
    distribution: z
      .array(Bin)
      .describe('From the largest loss to the largest gain; auctions without a difference are in none.'),
    hours: z.array(Hour),
    funnel: z
      .strictObject({ current: z.array(FunnelStep), draft: z.array(FunnelStep) })
      .describe('In the order checked.'),
    lint: z.strictObject({
      findings: z.array(Finding),
      resolved: Count.describe('Findings of the current tier set that the draft no longer has.'),
    }),
    sensitivity: Sensitivity,
    measured_answer: AnswerSection.extend({
      without: AnsweredNet.describe('The difference with the bids as they were.'),
      with: AnsweredNet.describe('The difference with the answer.'),
    })
      .nullable()
      .describe('null: no experiment was named.'),
    support: Support,
    usability: Usability,
    largest_differences: LargestDifferences,
    stability: Stability,
    units: Units,
    rare_losses: RareLosses,
  })
  .describe('What a draft does to the revenue of the auctions of a log, against the current tiers.');
export type CompareReport = z.output<typeof CompareReport>;

/** A report that this version or an earlier one has stored, in the present form. */
export function presentReport(stored: CompareReport): CompareReport {
  const { version, support }: { readonly version: number; readonly support: CompareReport['support'] } = stored;
  // Early reports of version 2 lack it, too.
  const stability = { ...stored.stability, if_shocks_persist: stored.stability.if_shocks_persist ?? null };
  if (version === compareVersion) return { ...stored, stability };
  return {
    ...stored,
    version: compareVersion,
    stability,
    support: { ...support, warnings: support.warnings.map(presentWarning) },
  };
}
