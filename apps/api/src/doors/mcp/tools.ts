import { allOperations, type NamedOperation } from '@auction-tiers/contract';
import { describeOperation, wordsOf } from '@auction-tiers/contract/openapi';
import { z } from 'zod';
import { servedOperations } from '../http/compiled-input.ts';
import { say } from './sentences.ts';

/** What a tool is beside its operation: words, schema and examples are the operation's. */
interface Described {
  readonly name: string;
  /** The operation that it calls. */
  readonly procedure: string;
  /** The sentences of an answer. */
  readonly say: (output: never) => readonly string[];
  /** The attributes of the input that are listed; absent: all. */
  readonly takes?: readonly string[];
  /** Attributes of the input that are not sent, and their values. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** Attributes of the input that it requires beside those of the operation. */
  readonly needs?: readonly string[];
  /** Where its input names no recorded hours, it is of the newest recorded day: these attributes say so. */
  readonly isOfNewestDay?: 'log' | 'hours';
  /** Whether it starts a simulation, whose result it waits for. */
  readonly isSimulated?: true;
  /** Attributes of an answer that its sentences say whole. */
  readonly worded?: readonly string[];
}

/** A tool, with the operation that it calls as the service serves it. */
export interface Tool extends Described {
  readonly operation: NamedOperation;
}

/** What names recorded auctions. */
const ofHours = ['ym_profile_id', 'from', 'to', 'draft_id'];

const described: readonly Described[] = [
  { name: 'today', procedure: 'today.tell', say: say.today, worded: ['sentences'] },
  { name: 'report', procedure: 'report.rows', say: say.report },
  { name: 'movement', procedure: 'movement.tell', say: say.movement },
  { name: 'alerts', procedure: 'alert.list', say: say.alerts },
  { name: 'tiers', procedure: 'tier.list', say: say.tiers },
  { name: 'lint', procedure: 'ymProfile.lint', say: say.lint },
  { name: 'history', procedure: 'ymProfile.history', say: say.history },
  {
    name: 'find_auctions',
    procedure: 'recorded.ask',
    say: say.found,
    takes: [...ofHours, 'find'],
    given: { find: {} },
    isOfNewestDay: 'hours',
  },
  {
    name: 'explain_auction',
    procedure: 'recorded.ask',
    say: say.explained,
    takes: [...ofHours, 'auction'],
    given: { explained: true },
    needs: ['auction'],
    isOfNewestDay: 'hours',
  },
  {
    name: 'min_to_win',
    procedure: 'recorded.ask',
    say: say.needed,
    takes: [...ofHours, 'auction'],
    given: { explained: true },
    needs: ['auction'],
    isOfNewestDay: 'hours',
    worded: ['auction', 'explained'],
  },
  { name: 'draft_create', procedure: 'draft.create', say: say.draft, takes: ['from', 'name', 'note', 'alone'] },
  { name: 'draft_edit', procedure: 'draft.update', say: say.draft },
  {
    name: 'try_draft',
    procedure: 'simulation.start',
    say: say.simulation,
    takes: ['ym_profile_id', 'draft_id', 'log', 'seed', 'elasticity', 'experiment_id'],
    isSimulated: true,
    isOfNewestDay: 'log',
  },
  { name: 'try_result', procedure: 'simulation.result', say: say.simulation },
  {
    name: 'advice',
    procedure: 'simulation.start',
    say: say.simulation,
    takes: ['ym_profile_id', 'log', 'seed', 'commitments', 'experiment_id'],
    given: { kind: 'advice' },
    isSimulated: true,
    isOfNewestDay: 'log',
  },
  { name: 'experiment_plan', procedure: 'experiment.plan', say: say.plan },
  { name: 'experiment_result', procedure: 'experiment.result', say: say.experiment },
  { name: 'ask_approval', procedure: 'draft.ask', say: say.asked },
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

export const toolOf = (name: string): Tool | undefined => tools.find((tool) => tool.name === name);

/** Arguments that the door itself reads. */
export const ofDoor = {
  rest: z.string().max(2000).optional().describe('A handle of `rest` of an earlier answer: gives what was cut off'),
  idempotency_key: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .describe('The same key again does the same change only once'),
} as const;

/** A tool as the protocol lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [attribute: string]: unknown };
  readonly annotations: Readonly<Record<string, boolean>>;
}

const isWrite = ({ operation: { type } }: Tool): boolean => type === 'mutation';

/** The tools as they are listed. Made once, at the first request for them. */
export const listTools = lazily((): readonly ListedTool[] => tools.map(toListed));

function toListed(tool: Tool): ListedTool {
  const { name, procedure, takes, needs = [], isSimulated, isOfNewestDay } = tool;
  // The parser that the service uses may be compiled, which has no schema.
  const operation = operationOf(procedure, allOperations);
  const { summary, request } = wordsOf(operation);
  const { properties, required = [], $defs = {}, ...schema } = toSchema(operation.input as unknown as z.ZodType);
  const listed = Object.fromEntries(
    Object.entries(properties).filter(([attribute]) => takes?.includes(attribute) ?? true),
  );
  const hours = isOfNewestDay === 'log' ? ['log'] : isOfNewestDay === 'hours' ? ['from', 'to'] : [];
  const needed = [...required.filter((attribute) => !hours.includes(attribute)), ...needs];
  const { rest, ...ofWrites } = toSchema(z.object(ofDoor)).properties;
  return {
    name,
    title: summary,
    description: [
      describeOperation(operation),
      ...(hours.length === 0 ? [] : [`Without \`${hours.join('` and `')}\` it takes the newest recorded day.`]),
      ...(isSimulated === true ? [waits] : []),
    ].join(' '),
    inputSchema: {
      ...schema,
      $defs: definitionsOf(listed, $defs),
      type: 'object',
      properties: { ...listed, rest, ...(isWrite(tool) ? ofWrites : {}) },
      ...(needed.length === 0 ? {} : { required: needed }),
      ...(request === undefined ? {} : { examples: [request] }),
    },
    annotations: { readOnlyHint: !isWrite(tool), destructiveHint: false, openWorldHint: false },
  };
}

const waits =
  'The tool waits up to a minute for the result; after that, `try_result` with the id of the simulation gives it.';

type Definitions = Readonly<Record<string, unknown>>;

/** The definitions that a schema refers to, through others too: what a client need not read is not listed. */
function definitionsOf(schema: unknown, all: Definitions, found: Record<string, unknown> = {}): Definitions {
  for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/\$defs\/(\w+)"/g)) {
    if (name in found) continue;
    found[name] = all[name];
    definitionsOf(all[name], all, found);
  }
  return found;
}

interface ObjectSchema {
  readonly required?: readonly string[];
  readonly $defs?: Definitions;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly [attribute: string]: unknown;
}

const isIgnored = (value: unknown) => (value as { readonly $ref?: unknown } | null)?.$ref === '#/$defs/Ignored';

/** A schema of what a client sends, without the attributes that only the service sets. */
function toSchema(schema: z.ZodType): ObjectSchema {
  const {
    $schema: _dialect,
    default: _default,
    ...json
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const sent = JSON.stringify(json, (_name, value: unknown) => (isIgnored(value) ? undefined : value));
  return { properties: {}, ...(JSON.parse(sent) as Partial<ObjectSchema>) };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
