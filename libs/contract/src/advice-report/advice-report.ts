import { z } from 'zod';
import { FeeSection } from '../compare-report/fee.ts';
import { Count, Money } from '../compare-report/figure.ts';
import { KeptDays, keptMeans } from '../compare-report/commitment.ts';
import { AnsweredNet, AnswerSection } from '../compare-report/answer.ts';
import { MoneyInterval } from '../compare-report/method.ts';
import { Verdict } from '../compare-report/verdict.ts';
import { InputSection, ReportCurrency, TierSetSection } from '../compare-report/section.ts';
import type { TierSetFile } from '../engine/tier-set-file.ts';

/** A tier set file by its type alone: the reader of a draft validates it, and the full schema would double this one. */
const Draft = z.record(z.string(), z.unknown()) as z.ZodType as z.ZodType<TierSetFile>;

/** The version of the report: readers refuse others. */
export const adviceVersion = 4;

/** What is known of a proposal. */
export const proposalStates = ['certified', 'unresolved', 'dominated'] as const;
export type ProposalState = (typeof proposalStates)[number];

const Figures = {
  net: Money.describe('To the seller, of all auctions of the log.'),
  forgone: Money.describe('The price of preference.'),
  wins: Count.describe('Auctions that the tier wins.'),
  bids: Count.describe('Bids in the tier.'),
};

const LimitPoint = z.strictObject({
  max_forgone: z.string().nullable().describe('null: no limit.'),
  net: Figures.net,
  forgone: Figures.forgone,
  bids: Figures.bids,
  buyer_wins: Count.describe("Auctions that the tier's buyers win, in whatever tier."),
  kept: Count.describe('Of the commitments, so many are kept.'),
});

const Curve = z
  .strictObject({
    tier_id: z.int(),
    name: z.string().nullable(),
    min_price: z.string().nullable().describe('The present minimum.'),
    max_forgone: z.string().nullable().describe('The present limit; null: none.'),
    priority: z.int(),
    points: z
      .array(z.strictObject({ min_price: z.string(), ...Figures }))
      .describe('Ascending. At most 100 of the net bids seen, evenly by their number, and the present minimum.'),
    limits: z
      .array(LimitPoint)
      .describe(
        'Ascending, from 0 to no limit. At most 100 of the limits that one more bid needs, evenly by their number, and the present one. Empty: an exclude.',
      ),
    priorities: z.array(z.strictObject({ priority: z.int(), ...Figures })),
    answered: z
      .array(AnsweredNet.extend({ min_price: z.string() }))
      .describe('Net and its interval at minimums as measured buyers are expected to bid; empty: none was measured.'),
  })
  .meta({
    id: 'AdviceCurve',
    description: 'What another minimum, limit or priority of one tier alone would have made of the log.',
  });
export type AdviceCurve = z.output<typeof Curve>;

const LeaveOut = z
  .strictObject({
    tier_id: z.int(),
    name: z.string().nullable(),
    buyer: z.strictObject({ id: z.int(), name: z.string().nullable() }).nullable().describe('null: the whole tier.'),
    net: Money.describe('How the net changes without it.'),
    interval: MoneyInterval.nullable().describe('95 %, paired; null: the log is too small.'),
    wins: z.int().describe('How the wins of the tier change without it.'),
  })
  .meta({ id: 'AdviceLeaveOut' });
export type AdviceLeaveOut = z.output<typeof LeaveOut>;

const Kept = z.strictObject({
  subject: z.enum(['buyer', 'tier']),
  id: z.int(),
  name: z.string().nullable(),
  bound: z.enum(['at_least', 'at_most']),
  figure: z.enum(['wins', 'net', 'share_of_net']),
  wanted: z.number(),
  reached: z.number(),
  is_kept: z.boolean().describe(keptMeans),
  kept_days: KeptDays,
});
export type AdvicePromise = z.output<typeof Kept>;

const Proposal = z
  .strictObject({
    state: z
      .enum(proposalStates)
      .describe(
        'certified: the interval of the gain lies above 0, every commitment is kept beyond the error of the days, and a try on all days says launch. unresolved: the days do not tell, of the gain or of a commitment, or a try says otherwise. dominated: it brings nothing, breaks a commitment, or another value of the same attribute is better.',
      ),
    draft: Draft.describe('The file that `POST /ym-profile/import` takes.'),
    changes: z.array(z.string()).describe('The one change that it is, in words.'),
    chosen_days: Count.describe('It was chosen on so many days.'),
    judged_days: Count.describe('It was judged on so many other days.'),
    gain: Money.describe('In net, per day, on the days on which it was judged.'),
    interval: MoneyInterval.nullable().describe(
      '95 %, per day, corrected for how many were judged; null: too few clusters.',
    ),
    answered: AnsweredNet.nullable().describe(
      'The gain per day as measured buyers are expected to bid; null: none was measured.',
    ),
    verdict: Verdict.pick({ decision: true, summary: true })
      .nullable()
      .describe('Of a try on all days, of the ten best whose interval lies above 0; null: it was not tried.'),
    days_needed: Count.nullable().describe(
      'So many judged days would settle it, at least those that a certificate takes; null: it is settled or was tried, or not within a year.',
    ),
    bound: z
      .strictObject({
        method: z.enum(['lagrangian', 'none']),
        at_most: Money.nullable(),
      })
      .describe(
        'How much more per day any tiers could bring that keep the commitments: the upper end of a 95 % interval over the days of the log. none: the log is too small for one.',
      ),
    losers: z
      .array(z.strictObject({ id: z.int(), name: z.string().nullable(), net: Money, per_cent: z.number().nullable() }))
      .describe(
        'Up to five buyers of which the seller would earn less, how its net changes per day, and by how much of the present; null: an earlier version did not store it.',
      ),
    promise_price: z
      .strictObject({ present: Money, proposed: Money, share: z.number() })
      .nullable()
      .describe(
        'Where every commitment is kept, and for less: what preferring costs (forgone) per day in the auctions that go to those of an `at_least`, at present and with the proposal, on the days on which it was judged, and its share of the present; null: it is not so, or there is no `at_least`.',
      ),
    commitments: z.array(Kept).describe('On the days on which it was judged, per day.'),
  })
  .meta({ id: 'AdviceProposal' });
export type AdviceProposal = z.output<typeof Proposal>;

/** What `simulate advise` reports. */
export const AdviceReport = z.strictObject({
  version: z.literal(adviceVersion),
  seed: z.string(),
  currency: ReportCurrency,
  input: InputSection.extend({ bytes: Count }),
  fee: FeeSection,
  tiers: TierSetSection,
  auctions: Count,
  bids: Count,
  days: Count,
  time_zone: z.string(),
  net: Money,
  forgone: Money,
  commitments: z.array(Kept).describe('Of the present tiers, per day.'),
  searched: Count.describe('Auctions of the sample on which proposals were chosen, of both halves.'),
  curves: z.array(Curve).describe('One per tier, in the order checked.'),
  leave_out: z.array(LeaveOut),
  measured_answer: AnswerSection.nullable().describe('null: no experiment was named.'),
  proposals: z.array(Proposal).describe('The best first.'),
  says: z.array(z.string()).describe('What to bear in mind.'),
});
export type AdviceReport = z.output<typeof AdviceReport>;

/** A stored report in the present form; null: it is of a version that says other things by the same names. */
export function presentAdvice(stored: AdviceReport): AdviceReport | null {
  const { version, proposals }: { readonly version: number; readonly proposals: AdviceReport['proposals'] } = stored;
  if (version !== adviceVersion) return null;
  // Early reports of version 4 lack the per cent.
  const present = proposals.map((one) => ({
    ...one,
    losers: one.losers.map((loser) => ({ ...loser, per_cent: loser.per_cent ?? null })),
  }));
  return { ...stored, proposals: present };
}
