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
  /** Attributes of an answer that its sentences say whole. */
  readonly worded?: readonly string[];
}

/** A tool, with the operation that it calls as the service serves it. */
export interface Tool extends Described {
  readonly operation: NamedOperation;
}

const described: readonly Described[] = [
  { name: 'today', procedure: 'today.tell', say: say.today, worded: ['sentences'] },
  { name: 'report', procedure: 'report.rows', say: say.report },
  { name: 'movement', procedure: 'movement.tell', say: say.movement },
  { name: 'alerts', procedure: 'alert.list', say: say.alerts },
  { name: 'tiers', procedure: 'tier.list', say: say.tiers },
  { name: 'lint', procedure: 'ymProfile.lint', say: say.lint },
  { name: 'history', procedure: 'ymProfile.history', say: say.history },
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
  const { name, procedure } = tool;
  // The parser that the service uses may be compiled, which has no schema.
  const operation = operationOf(procedure, allOperations);
  const { summary, request } = wordsOf(operation);
  const { properties, ...schema } = toSchema(operation.input as unknown as z.ZodType);
  const { rest, ...ofWrites } = toSchema(z.object(ofDoor)).properties;
  return {
    name,
    title: summary,
    description: describeOperation(operation),
    inputSchema: {
      ...schema,
      type: 'object',
      properties: { ...properties, rest, ...(isWrite(tool) ? ofWrites : {}) },
      ...(request === undefined ? {} : { examples: [request] }),
    },
    annotations: { readOnlyHint: !isWrite(tool), destructiveHint: false, openWorldHint: false },
  };
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly [attribute: string]: unknown;
}

function toSchema(schema: z.ZodType): ObjectSchema {
  const {
    $schema: _dialect,
    default: _default,
    ...json
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return { properties: {}, ...json };
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
