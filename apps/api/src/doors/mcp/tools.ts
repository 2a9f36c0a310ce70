import { allOperations, idempotencyKeyForm, type NamedOperation } from '@auction-tiers/contract';
import { describeOperation, wordsOf } from '@auction-tiers/contract/openapi';
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { english } from '@auction-tiers/figure';
import { z } from 'zod';
import { servedOperations } from '../http/compiled-input.ts';
import { newestDays } from './simulated.ts';
import { say } from '../../saying/sentences.ts';

/** What a tool is beside its operation: words, schema and examples are the operation's. */
interface Described {
  readonly name: string;
  /** The operation that it calls. */
  readonly procedure: string;
  /** The sentences of an answer. */
  readonly say: (output: never, currency: string) => readonly string[];
  /** The attributes of the input that are listed; absent: all. */
  readonly takes?: readonly string[];
  /** Attributes of the input that are not sent, and their values. */
  readonly given?: Readonly<Record<string, unknown>>;
  /**
   * What reads recorded auctions, of the newest recorded days where no hours are sent: an answer that is given at once,
   * or a simulation, whose result the tool waits for.
   */
  readonly recorded?: keyof typeof hoursOf;
  /** An attribute of the input that it requires and the operation does not. */
  readonly needs?: string;
  /** Attributes of an answer that its sentences say: shown only where a sentence is cut. */
  readonly worded?: readonly string[];
  /** Attributes of an answer that are shown, of a write so few that none is cut; absent: all. */
  readonly shows?: readonly string[];
}

/** The attributes that name recorded hours. */
const hoursOf = { answer: ['from', 'to'], simulation: ['log'] } as const;

/** A tool, with the operation that it calls as the service serves it. */
export interface Tool extends Described {
  readonly operation: NamedOperation;
}

const asked = { procedure: 'recorded.ask', recorded: 'answer' } as const;
const askedOf = ['ym_profile_id', 'from', 'to', 'draft_id'];
const oneAuction = { ...asked, takes: [...askedOf, 'auction'], needs: 'auction', given: { explained: true } } as const;
const simulated = { procedure: 'simulation.start', say: say.simulation, recorded: 'simulation' } as const;
const simulatedOf = ['ym_profile_id', 'log', 'seed', 'experiment_id'];

const ofDraft = { say: say.draft, shows: ['id', 'ym_profile_id', 'state', 'etag', 'asked_by', 'asked_at'] };

const described: readonly Described[] = [
  { name: 'today', procedure: 'today.tell', say: say.today, worded: ['sentences'] },
  { name: 'report', procedure: 'report.rows', say: say.report },
  { name: 'movement', procedure: 'movement.tell', say: say.movement },
  { name: 'alerts', procedure: 'alert.list', say: say.alerts },
  { name: 'tiers', procedure: 'tier.list', say: say.tiers },
  { name: 'lint', procedure: 'ymProfile.lint', say: say.lint },
  { name: 'history', procedure: 'ymProfile.history', say: say.history },
  { name: 'find_auctions', ...asked, say: say.found, takes: [...askedOf, 'find'], given: { find: {} } },
  { name: 'explain_auction', ...oneAuction, say: say.explained },
  { name: 'min_to_win', ...oneAuction, say: say.needed, worded: ['auction', 'explained'] },
  { name: 'drafts', procedure: 'draft.list', say: say.drafts },
  { name: 'draft_create', procedure: 'draft.create', ...ofDraft, takes: ['from', 'name', 'note', 'alone'] },
  { name: 'draft_edit', procedure: 'draft.update', ...ofDraft },
  { name: 'try_draft', ...simulated, takes: [...simulatedOf, 'draft_id', 'elasticity'] },
  { name: 'try_result', procedure: 'simulation.result', say: say.simulation },
  { name: 'advice', ...simulated, takes: [...simulatedOf, 'commitments'], given: { kind: 'advice' } },
  { name: 'experiment_plan', procedure: 'experiment.plan', say: say.plan },
  { name: 'experiment_result', procedure: 'experiment.result', say: say.experiment },
  { name: 'ask_approval', procedure: 'draft.ask', ...ofDraft, say: say.asked },
];

const operationOf = (procedure: string, operations: readonly NamedOperation[]): NamedOperation => {
  const found = operations.find((one) => one.procedure === procedure);
  if (found === undefined) throw new Error(`There is no operation ${procedure}.`);
  return found;
};

/** The tools of an assistant, in the order of a morning. */
export const tools: readonly Tool[] = described.map((tool) => ({
  ...tool,
  operation: operationOf(tool.procedure, servedOperations),
}));

export const toolOf = (name: unknown): Tool | undefined => tools.find((tool) => tool.name === name);

/** Arguments that the door itself reads. */
export const ofDoor = {
  rest: z.string().max(2000).optional().describe('A handle of `rest` of an earlier answer: gives what was cut off'),
  idempotency_key: z
    .string()
    .regex(idempotencyKeyForm)
    .optional()
    .describe('The same key again does the same change only once'),
} as const;

/** The tools as the protocol lists them. Made once, at the first request for them. */
let listed: readonly ListedTool[] | undefined;
export const listTools = (): readonly ListedTool[] => (listed ??= tools.map(toListed));

const newestText = (recorded: keyof typeof newestDays): string =>
  `the newest ${english.counted(newestDays[recorded], 'recorded day')}`;

const waits =
  'The tool waits up to a minute for the result; after that, `try_result` with the id of the simulation gives it.';

function toListed({ name, procedure, takes, needs, recorded }: Tool): ListedTool {
  // The parser that the service uses may be compiled, which has no schema.
  const operation = operationOf(procedure, allOperations);
  const { summary, request } = wordsOf(operation);
  const hours: readonly string[] = recorded === undefined ? [] : hoursOf[recorded];
  const { rest, ...ofWrites } = ofDoor;
  const isWrite = operation.type === 'mutation';
  const sent = Object.entries(shapeOf(operation)).flatMap(([attribute, schema]) => {
    if (takes?.includes(attribute) === false) return [];
    if (hours.includes(attribute)) return [[attribute, schema.optional()] as const];
    return [[attribute, attribute === needs ? z.nonoptional(schema) : schema] as const];
  });
  const schema = toSchema({ ...Object.fromEntries(sent), ...(isWrite ? ofWrites : { rest }) });
  return {
    name,
    title: summary,
    description: [
      describeOperation(operation),
      ...(recorded === undefined ? [] : [`Without \`${hours.join('` and `')}\` it takes ${newestText(recorded)}.`]),
      ...(recorded === 'simulation' ? [waits] : []),
    ].join(' '),
    inputSchema: { ...schema, type: 'object', ...(request === undefined ? {} : { examples: [request] }) },
    annotations: { readOnlyHint: !isWrite, destructiveHint: false, openWorldHint: false },
  };
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** The attributes of an operation's input. */
function shapeOf({ input }: NamedOperation): Shape {
  const schema = input as unknown as z.ZodObject<Shape> | z.ZodDefault<z.ZodObject<Shape>>;
  return schema instanceof z.ZodDefault ? schema.unwrap().shape : schema.shape;
}

const ignored = 'Ignored';
const isIgnored = (value: unknown) => (value as { readonly $ref?: unknown } | null)?.$ref === `#/$defs/${ignored}`;

/** A schema of what a client sends, without the attributes that only the service sets. */
function toSchema(shape: Shape) {
  const json = z.toJSONSchema(z.strictObject(shape), { io: 'input', unrepresentable: 'any' });
  const text = JSON.stringify(json, (name, value: unknown) =>
    name === '$schema' || name === ignored || isIgnored(value) ? undefined : value,
  );
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}
