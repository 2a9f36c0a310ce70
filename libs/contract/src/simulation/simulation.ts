import { z } from 'zod';
import { Id, exactText, wholeNumber } from '../value/scalar.ts';
import { TierSetDraft } from '../tier-set/import.ts';
import { Commitments } from '../tier-set/commitment.ts';

/** Bounds of one simulation, which runs on a machine that serves auctions too. */
export const mostSimulatedAuctions = 200_000;
export const mostSimulatedBids = 50;

const SyntheticLog = z.strictObject({
  kind: z.literal('synthetic'),
  auctions: wholeNumber(1, mostSimulatedAuctions),
  /** Of each auction. */
  bids: wholeNumber(0, mostSimulatedBids),
  seed: exactText(1, 64),
});

const logName = /^[\w-][\w.-]{0,254}$/;

/** A file that the operator has put into the member's folder of logs. */
const LogFile = z.strictObject({
  kind: z.literal('file'),
  name: z.string().regex(logName, {
    error: ({ input }) => `is ${JSON.stringify(input)}, allowed: the name of a file, without a folder`,
  }),
});

/** The auctions over which two tier sets are compared. */
export const SimulationLog = z.discriminatedUnion('kind', [SyntheticLog, LogFile]);
export type SimulationLog = z.output<typeof SimulationLog>;

/** The settings of a comparison. */
const settings = {
  /** For drawing the blocks of the intervals and the samples; auctions have seeds of their own. */
  seed: exactText(1, 64),
  /** Price elasticity of bids, which the verdict includes; 0: buyers do not react. */
  elasticity: z.number().min(-2).max(2),
};

export const StartSimulation = z.strictObject({
  ym_profile_id: Id,
  /** The file that an import would be given. */
  draft: TierSetDraft,
  log: SimulationLog,
  seed: settings.seed.optional(),
  elasticity: settings.elasticity.optional(),
  /** Promises to buyers or about tiers; a draft that breaks one is never `launch`. */
  commitments: Commitments.optional(),
  member_id: Id.optional(),
});
export type StartSimulation = z.output<typeof StartSimulation>;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const date = z.string();

/** A comparison of the tiers of a ym-profile with a draft, in any state. */
export const Simulation = z.strictObject({
  id: Id,
  member_id: Id,
  ym_profile_id: Id,
  state: z.enum(['queued', 'running', 'done', 'failed']),
  /** From 0 to 1. */
  progress: z.number().min(0).max(1),
  log: SimulationLog,
  ...settings,
  /** The username that started it. */
  user: z.string(),
  created_on: date,
  finished_on: date.nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  /** Two simulations with equal hashes, fee, seed and elasticity have equal inputs. */
  inputs: z.strictObject({
    current_revision: z.string(),
    current_sha256: Sha256,
    draft_sha256: Sha256,
    /** The fee of bids that name none, per cent. */
    revenue_share_pct: z.number(),
    /** Of the parameters of a synthetic log, or of the bytes of a file, which is known once the file is read. */
    log_sha256: Sha256.nullable(),
  }),
});
export type Simulation = z.output<typeof Simulation>;

/** A simulation that is done, with the report that `simulate compare` writes. */
export const SimulationResult = z.strictObject({
  simulation: Simulation,
  report: z.record(z.string(), z.unknown()),
});
export type SimulationResult = z.output<typeof SimulationResult>;
