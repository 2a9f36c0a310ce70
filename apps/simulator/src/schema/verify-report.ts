import { z } from 'zod';

const Count = z.int().min(0);
const Amount = z.string().regex(/^-?\d+\.\d{9}$/);
const outcomes = ['won', 'outranked', 'outbid', 'lost_tie', 'excluded', 'below_floor'] as const;

/** What `replay --verify` found: each recorded auction decided again by the tiers that decided it. */
export const VerifyReport = z
  .object({
    decided_again: Count.describe('Recorded auctions that were decided again.'),
    different: Count.describe('Of these, those with another answer, byte for byte.'),
    differences: z.array(z.string()).readonly().describe('The first of them.'),
    unknown_revisions: Count.describe('Recorded auctions whose tiers the API does not have any more.'),
    problems: z.array(z.string()).readonly().describe('Why not: the first reasons.'),
    unrecorded: Count.describe('Auctions of the log that were not recorded by a service, and so have no decision.'),
    revisions: Count.describe('Different tier sets that decided: revisions and, in experiments, arms.'),
    sold: Count.describe('Auctions with a winner.'),
    gross_paid: Amount,
    net_to_seller: Amount,
    forgone: Amount,
    outcomes: z.record(z.enum(outcomes), Count).describe('Bids by outcome.'),
  })
  .describe(
    'Every recorded auction decided again by the tiers that decided it: the live ones, or those of a draft or of a hold-back. Money is what was earned, as in the report.',
  );
export type VerifyReport = z.infer<typeof VerifyReport>;
