import { z } from 'zod';
import { allowed } from '../error/issue.ts';
import { ActingFor } from '../query/list-input.ts';
import type { AdviceReport } from '../advice-report/index.ts';
import type { CompareReport } from '../compare-report/compare-report.ts';
import { mostTries } from '../compare-report/stability.ts';
import { Id, exactText, wholeNumber } from '../value/scalar.ts';
import { TierSetDraft } from '../tier-set/draft-file.ts';
import { recordedPeriod, requireHours } from '../recorded/recorded.ts';
import { Commitments } from '../resources/commitment.ts';

/** Bounds of one simulation, which runs on a machine that serves auctions too. */
export const mostSimulatedAuctions = 200_000;
export const mostSimulatedBids = 50;

const SyntheticLog = z.strictObject({
  kind: z.literal('synthetic').describe('Auctions that are generated'),
  auctions: wholeNumber(1, mostSimulatedAuctions).describe('Number of auctions'),
  bids: wholeNumber(0, mostSimulatedBids).describe('Bids of each auction'),
  seed: exactText(1, 64).describe('The same seed generates the same auctions'),
});

const logName = /^[\w-][\w.-]{0,254}$/;

/** A file that the operator has put into the member's folder of logs. */
const LogFile = z.strictObject({
  kind: z.literal('file').describe('Auctions of a file'),
  name: z
    .string()
    .regex(logName, allowed('the name of a file, without a folder'))
    .describe('Name of a file in the folder of logs of the member, `$DATA_DIR/logs/<member id>/`'),
});

const RecordedLog = z
  .strictObject({
    kind: z.literal('recorded').describe('Auctions of the ym-profile that the answering host has recorded'),
    ...recordedPeriod,
  })
  .superRefine(requireHours);

/** The auctions over which two tier sets are compared. */
export const SimulationLog = z
  .discriminatedUnion('kind', [SyntheticLog, LogFile, RecordedLog])
  .meta({ id: 'SimulationLog', description: 'The auctions over which the two tier sets are compared' });
export type SimulationLog = z.output<typeof SimulationLog>;

/** The settings of a comparison. */
const settings = {
  seed: exactText(1, 64).describe(
    'For drawing the blocks of the intervals and the samples; auctions have seeds of their own',
  ),
  elasticity: z.number().min(-2).max(2).describe('How much buyers react to prices, for the verdict; 0: not at all'),
  no_units: z.boolean().describe('Whether the caller declares that no user or session returns within the log'),
};

/** What a simulation computes: the comparison of a draft, or advice on what to change. */
export const simulationKinds = ['comparison', 'advice'] as const;

export const StartSimulation = z
  .strictObject({
    kind: z
      .enum(simulationKinds)
      .optional()
      .describe('`comparison` (default) needs a draft; `advice` says what to change, and takes none'),
    ym_profile_id: Id.describe('The ym-profile'),
    draft: TierSetDraft.optional().describe(
      'The file that `POST /ym-profile/import` would be given; this or `draft_id`',
    ),
    draft_id: Id.optional().describe(
      'A stored draft of the ym-profile, which then names the simulation; this or `draft`',
    ),
    log: SimulationLog,
    seed: settings.seed.optional(),
    elasticity: settings.elasticity.optional(),
    no_units: settings.no_units.optional(),
    commitments: Commitments.optional().describe(
      'Promises that the verdict checks; absent: the promises of the draft, else of the ym-profile',
    ),
    experiment_id: Id.optional().describe('Experiment whose measured reaction of the buyers is used'),
    member_id: ActingFor.optional(),
  })
  .refine(
    ({ kind, draft, draft_id: id }) =>
      kind === 'advice' ? draft === undefined && id === undefined : (draft === undefined) !== (id === undefined),
    { error: 'needs either draft or draft_id, and neither for advice' },
  )
  .describe('The tiers, the draft and the auctions to compare');
export type StartSimulation = z.output<typeof StartSimulation>;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const date = z.string();

/** A comparison of the tiers of a ym-profile with a draft, in any state. */
export const Simulation = z
  .strictObject({
    id: Id.describe('Unique identifier within the member'),
    // A simulation that was started before advice existed has no `kind`.
    kind: z.enum(simulationKinds).default('comparison').describe('What it works out'),
    member_id: Id.describe('The seller'),
    ym_profile_id: Id.describe('The ym-profile'),
    draft_id: Id.nullable().default(null).describe('The stored draft, as it was then; null: the draft was sent'),
    state: z.enum(['queued', 'running', 'done', 'failed']).describe('Progress of the simulation'),
    progress: z.number().min(0).max(1).describe('Share of the work that is done, from 0 to 1'),
    log: SimulationLog,
    ...settings,
    // A simulation that was started before this setting existed lacks it.
    no_units: settings.no_units.default(false),
    experiment_id: Id.nullable().default(null).describe('As in the request'),
    tries: z
      .int()
      .min(1)
      .max(mostTries)
      .default(1)
      .describe('Number of contents of the draft compared over this log so far; intervals and verdict allow for it'),
    user: z.string().describe('The username that started it'),
    created_on: date.describe('When it was started, UTC'),
    finished_on: date.nullable().describe('When it was done or failed, UTC'),
    error: z.string().nullable().describe('Why it failed; null: it did not'),
    inputs: z
      .strictObject({
        current_revision: z.string().describe('State of the tiers that the draft was compared with'),
        current_sha256: Sha256.describe('Hash of those tiers'),
        draft_sha256: Sha256.describe('Hash of the draft'),
        revenue_share_pct: z.number().describe('The fee of bids and auctions that name none, per cent'),
        log_sha256: Sha256.nullable().describe(
          'Hash of the parameters of a synthetic log, or of the bytes that were read',
        ),
      })
      .describe('What it was made of: simulations with equal hashes, fee and settings have equal inputs'),
  })
  .meta({ id: 'Simulation', description: 'A comparison of the present tiers with a draft' });
export type Simulation = z.output<typeof Simulation>;

/**
 * The report by its type alone: the simulator validates it before it is stored, and its schema, which is published
 * separately, would be a tenth of the service's description.
 */
const Report = z.record(z.string(), z.unknown()) as z.ZodType as z.ZodType<CompareReport | AdviceReport>;

/** A simulation that is done, with the report that `simulate compare` writes. */
export const SimulationResult = z
  .strictObject({
    simulation: Simulation.describe('The simulation'),
    report: Report.describe('The report of `npm run simulate -- compare`, or of `advise`'),
  })
  .describe('A simulation with its report');
export type SimulationResult = z.output<typeof SimulationResult>;

/** Whether a report is of advice. */
export const isAdvice = <R extends object>(report: R): report is Extract<R, { readonly leave_out: unknown }> =>
  'leave_out' in report;
