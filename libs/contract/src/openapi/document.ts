import { type RestOperation, restOperations, services } from '../operation/list.ts';
import type { OperationWords } from '../operation/operation.ts';
import { schemaName } from '../resource/field.ts';
import { MetaField } from '../resource/meta.ts';
import { Id } from '../value/scalar.ts';
import answers from './answers.json' with { type: 'json' };
import { accessSchemas, accessShown, healthPaths } from './access.ts';
import { auctionAnswerSchemas, auctionShown } from './auction.ts';
import { auctionSchemas } from './auction-schema.ts';
import { answerSchemas, DbgInfo, sharedAnswerSchemas } from './envelope.ts';
import { draftSchemas, draftShown } from './draft.ts';
import { experimentSchemas, experimentShown } from './experiment.ts';
import { errorResponses, errorSchemas } from './error-response.ts';
import { headers } from './header.ts';
import type { Json } from './json.ts';
import { introduction } from './introduction.ts';
import { operation, securityOf, type Shown } from './operation.ts';
import { DateOrMoment } from '../report/report.ts';
import { reportSchemas, reportShown } from './report.ts';
import { deletedResponse, metaResponse, wordsOfService } from './resource.ts';
import { resourceSchemas } from './resource-schema.ts';
import { withCommon, withoutRepeated, withShared } from './shared.ts';
import { movementSchemas, movementShown } from './movement.ts';
import { usualSchemas, usualShown } from './usual.ts';
import { recordedSchemas, recordedShown } from './recorded.ts';
import { sentSchemas, sentShown } from './sent.ts';
import { simulationSchemas, simulationShown } from './simulation.ts';
import { historySchemas, historyShown } from './history.ts';
import { tierSetSchemas, tierSetShown } from './tier-set.ts';
import { components } from './to-json-schema.ts';
import { wordsOf } from './words.ts';

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly security: readonly Json[];
  readonly servers: readonly Json[];
  readonly tags: readonly Json[];
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: Readonly<
    Record<'schemas' | 'responses' | 'parameters' | 'headers' | 'examples' | 'securitySchemes', Json>
  >;
}

const securitySchemes: Json = {
  key: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'An API key, or a token of `POST /auth`. A fresh demo has keys in `.data/credentials.json`, as `api_key`',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The same key or token, sent after `Bearer `: for programs that know only this form',
  },
};

/** Merges schemas by name. Throws for a name with two different schemas, such as one for input and one for output. */
function merged(parts: readonly Json[]): Json {
  const all: Record<string, unknown> = {};
  for (const [name, schema] of parts.flatMap((part) => Object.entries(part))) {
    if (name in all && JSON.stringify(all[name]) !== JSON.stringify(schema)) {
      throw new Error(`The schema ${name} has two forms: ${JSON.stringify(all[name])} and ${JSON.stringify(schema)}.`);
    }
    all[name] = schema;
  }
  return all;
}

const shown: Readonly<Record<string, Shown>> = {
  ...tierSetShown,
  ...historyShown,
  ...simulationShown,
  ...reportShown,
  ...recordedShown,
  ...movementShown,
  ...usualShown,
  ...sentShown,
  ...draftShown,
  ...experimentShown,
  ...auctionShown,
  ...accessShown,
};

/** Answers of a fresh demo by operation, media type and name: `npm run examples -w apps/api` records them. */
const recorded: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>> = answers;

/** The words of an operation, and its examples. */
function describe(found: RestOperation): OperationWords & Shown {
  const words: OperationWords & Shown = wordsOf(found);
  const { answer, ...own } = { ...words, ...shown[words.id] };
  if (answer === undefined) return own;
  const shownIn = ([type, part]: readonly [string, unknown]) => {
    const values = Object.entries(recorded[words.id]?.[type] ?? {}).map(([name, value]) => [name, { value }]);
    return [type, { ...(part as Json), ...(values.length === 0 ? {} : { examples: Object.fromEntries(values) }) }];
  };
  return { ...own, answer: Object.fromEntries(Object.entries(answer).map(shownIn)) as Json };
}

/** The paths of operations; those that share a path and a method are one operation of the document. */
function pathsOf(operations: readonly RestOperation[]): Json {
  const items: Record<string, Json> = {};
  for (const [path, atPath] of Map.groupBy(operations, ({ rest }) => rest.path)) {
    const methods = Map.groupBy(atPath, ({ rest }) => rest.method);
    const item = [...methods.values()].map((same) => {
      const [first] = same as [RestOperation];
      return [first.rest.method.toLowerCase(), operation(same as [RestOperation], describe(first))];
    });
    items[path] = Object.fromEntries(item) as Json;
  }
  return items;
}

/** Objects with many common attributes, by the name of the schema of these attributes. */
const common = {
  ...Object.fromEntries(
    services
      .filter(({ methods }) => methods.includes('POST') && methods.includes('PUT'))
      .map(({ resource }) => schemaName(resource.service))
      .map((name) => [`${name}Input`, [`${name}Create`, `${name}Update`]]),
  ),
  ProfileInput: ['ProfileCreate', 'ProfileUpdate', 'TierSetProfile'],
  YmAuctionTierInput: ['YmAuctionTierCreate', 'YmAuctionTierUpdate', 'TierSetTier'],
  YmProfileInput: ['YmProfileCreate', 'YmProfileUpdate', 'FirstYmProfile', 'TierSetYmProfile'],
  ProfileContent: ['Profile', 'DraftProfile'],
  TierContent: ['YmAuctionTier', 'DraftTier'],
  SimulationContent: ['Simulation', 'SimulationStart'],
  TierSetChange: ['ImportAnswer', 'BackAnswer', 'PublishAnswer'],
  DecidedAuction: ['AuctionAnswer', 'ExplainedAuction', 'OpenRtbAuction'],
  DecidedBid: ['AuctionBid', 'ExplainedBid'],
  SeatBid: ['OpenRtbBid', 'StrayBid'],
};

/** The schemas that operations share. */
const sharedSchemas = (): Json =>
  merged([
    { DbgInfo, ...components({ Id, Date: DateOrMoment }, 'input'), ...components({ MetaField }, 'output') },
    ...services.flatMap((service) => [resourceSchemas(service), answerSchemas(service)]),
    sharedAnswerSchemas,
    tierSetSchemas(),
    historySchemas(),
    draftSchemas(),
    experimentSchemas(),
    simulationSchemas(),
    reportSchemas(),
    recordedSchemas(),
    movementSchemas,
    usualSchemas(),
    sentSchemas,
    auctionSchemas(),
    auctionAnswerSchemas,
    accessSchemas(),
    errorSchemas,
  ]);

/**
 * The OpenAPI document of the operations that REST serves, made from the table of operations and from the schemas that
 * validate; always the same, byte for byte. Takes some 0.2 s. Throws for an operation without words.
 */
export function createOpenApiDocument(operations: readonly RestOperation[] = restOperations): OpenApiDocument {
  const { paths, responses, parameters, examples } = withShared(pathsOf(operations));
  return {
    openapi: '3.1.1',
    info: {
      title: 'auction-tiers',
      version: '1.0',
      description: introduction(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    security: securityOf('read'),
    servers: [{ url: '/' }, { url: '/v1', description: 'The same, pinned to version 1' }],
    tags: [
      ...services.map(({ resource }) => ({
        name: resource.service,
        description: wordsOfService(resource).description,
      })),
      { name: 'recorded', description: 'Auctions that the service has recorded in files.' },
      { name: 'simulation', description: 'Compare a draft with the live tiers over a log of auctions.' },
      { name: 'report', description: 'Auctions, bids and money by tier, buyer and time.' },
      { name: 'movement', description: 'Why net differs between two periods.' },
      { name: 'usual', description: 'What is usual by hour, figure and buyer.' },
      { name: 'calendar', description: 'National holidays.' },
      { name: 'auction', description: 'Auctions, decided by the live tiers.' },
      { name: 'auth', description: 'Tokens.' },
      { name: 'health', description: 'Whether the service works.' },
    ],
    paths: { ...paths, ...healthPaths } as OpenApiDocument['paths'],
    components: {
      schemas: withCommon(withoutRepeated(sharedSchemas()), common),
      responses: {
        Meta: metaResponse,
        Deleted: deletedResponse,
        Unchanged: { description: 'The object is in the state that If-None-Match names; there is no body' },
        ...errorResponses(),
        ...responses,
      },
      parameters,
      headers,
      examples,
      securitySchemes,
    },
  };
}
