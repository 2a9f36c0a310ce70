import { z } from 'zod';
import { optional, shared } from '../resource/field.ts';
import { Id } from '../value/scalar.ts';

/** The figures of a commitment, per day of the log. */
export const commitmentFigures = ['wins', 'net', 'share_of_net'] as const;
export type CommitmentFigure = (typeof commitmentFigures)[number];

const bounds = ['at_least', 'at_most'] as const;
const subjects = ['buyer', 'tier'] as const;

const amount = z.number().min(0).max(1e12);
const Bound = z
  .strictObject({
    wins: amount.optional().describe('Auctions won.'),
    net: amount.optional().describe("Net to the seller, in the member's currency."),
    share_of_net: z.number().min(0).max(1).optional().describe('Of all net to the seller, from 0 to 1.'),
  })
  .refine((bound) => Object.keys(bound).length === 1, { error: `needs one of ${commitmentFigures.join(', ')}` })
  .meta({ id: 'CommitmentBound', minProperties: 1, maxProperties: 1 });

const hasOneOf = (names: readonly string[]) => (given: object) =>
  names.filter((name) => Object.hasOwn(given, name)).length === 1;

/** What a seller has promised about a buyer or a tier, such as `{"buyer": 107, "at_least": {"wins": 1000}}`, per day. */
export const Commitment = z
  .strictObject({
    buyer: Id.optional().describe('Identifier of a buyer; this or `tier`'),
    tier: Id.optional().describe('Identifier of a tier; this or `buyer`'),
    at_least: Bound.optional().describe('The least per day of the log; this or `at_most`'),
    at_most: Bound.optional().describe('The most per day of the log; this or `at_least`'),
  })
  .refine(hasOneOf(subjects), { error: 'needs either a buyer or a tier' })
  .refine(hasOneOf(bounds), { error: 'needs either at_least or at_most' })
  // With two attributes, of which one is a buyer or a tier, the other is a bound.
  .meta({
    id: 'Commitment',
    minProperties: 2,
    maxProperties: 2,
    oneOf: [{ required: ['buyer'] }, { required: ['tier'] }],
  });
export type Commitment = z.output<typeof Commitment>;

const mostCommitments = 100;

/** Commitments of a comparison. */
export const Commitments = z.array(Commitment).max(mostCommitments);

/** The field for commitments, of ym-profiles and of drafts with their own. */
export const committed = shared(
  'commitments',
  optional.objects(
    Commitment,
    Commitment,
    mostCommitments,
    { buyer: 'int', tier: 'int', at_least: 'object', at_most: 'object' },
    'Promises about buyers or tiers, against which comparisons are judged; null in a draft: the promises of its ym-profile',
    { buyer: 107, at_least: { wins: 1000 } },
  ),
);

/** The commitments that apply to a draft: its own, even if empty, else those of its ym-profile. */
export const commitmentsOf = (
  draft: { readonly commitments: readonly Commitment[] | null } | null | undefined,
  ymProfile: { readonly commitments: readonly Commitment[] | null } | null | undefined,
): Commitment[] => [...(draft?.commitments ?? ymProfile?.commitments ?? [])];

/** A commitment in the form used for computing. */
export interface ReadCommitment {
  readonly subject: (typeof subjects)[number];
  readonly id: number;
  readonly bound: (typeof bounds)[number];
  readonly figure: CommitmentFigure;
  /** The promised figure, per day of the log; a share from 0 to 1. */
  readonly wanted: number;
}

/** Converts a validated commitment. */
export function readCommitment(commitment: Commitment): ReadCommitment {
  const subject = subjects.find((name) => commitment[name] !== undefined)!;
  const bound = bounds.find((name) => commitment[name] !== undefined)!;
  const [figure, wanted] = Object.entries(commitment[bound]!)[0] as [CommitmentFigure, number];
  return { subject, id: commitment[subject]!, bound, figure, wanted };
}
