import { type ResourceService, type RestOperation, restOperations, services } from '../operation/list.ts';
import { MetaField } from '../resource/meta.ts';
import { Id } from '../value/scalar.ts';
import { accessSchemas, accessWords, healthPaths } from './access.ts';
import { auctionAnswerSchemas, auctionWords } from './auction.ts';
import { auctionSchemas } from './auction-schema.ts';
import { answerSchemas, DbgInfo, sharedAnswerSchemas } from './envelope.ts';
import { draftSchemas, draftWords } from './draft.ts';
import { errorResponses, errorSchemas } from './error-response.ts';
import type { Json } from './json.ts';
import { introduction } from './introduction.ts';
import { operation, type Words } from './operation.ts';
import { reportSchemas, reportWords } from './report.ts';
import { pathDescription, resourceWords } from './resource.ts';
import { resourceSchemas } from './resource-schema.ts';
import { textOf } from './service.ts';
import { recordedSchemas, recordedWords } from './recorded.ts';
import { simulationSchemas, simulationWords } from './simulation.ts';
import { historySchemas, historyWords } from './history.ts';
import { tierSetSchemas, tierSetWords } from './tier-set.ts';
import { toJsonSchema } from './to-json-schema.ts';

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly tags: readonly Json[];
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: { readonly schemas: Json; readonly responses: Json; readonly securitySchemes: Json };
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

const merged = (parts: readonly Json[]): Json => Object.assign({}, ...parts) as Json;

const words: Readonly<Record<string, Words>> = {
  ...tierSetWords,
  ...historyWords,
  ...simulationWords,
  ...reportWords,
  ...recordedWords,
  ...draftWords,
  ...auctionWords,
  ...accessWords,
};

function wordsOf(service: ResourceService | undefined, found: RestOperation): Words {
  const call = `${found.rest.method} ${found.rest.path}`;
  const own = words[call] ?? (service && resourceWords(service, found));
  if (own === undefined) throw new Error(`The operation ${call} has no words in openapi/: it would not be documented.`);
  return own;
}

/** The paths of operations; those that share a path and a method are one operation of the document. */
function pathsOf(operations: readonly RestOperation[], schemas: Json): Json {
  const items: Record<string, Json> = {};
  for (const [path, atPath] of Map.groupBy(operations, ({ rest }) => rest.path)) {
    const service = services.find(
      ({ resource }) => path === `/${resource.service}` || path === `/${resource.service}/meta`,
    );
    const methods = Map.groupBy(atPath, ({ rest }) => rest.method);
    const item = [...methods.values()].map((same) => {
      const [first] = same as [RestOperation];
      return [first.rest.method.toLowerCase(), operation(same as [RestOperation], wordsOf(service, first), schemas)];
    });
    const itemDescription =
      service === undefined || path.endsWith('/meta') ? {} : { description: pathDescription(service) };
    items[path] = { ...itemDescription, ...Object.fromEntries(item) };
  }
  return items;
}

/** The schemas that operations share. */
const sharedSchemas = (): Json =>
  merged([
    { Id: toJsonSchema(Id, 'input'), DbgInfo, MetaField: toJsonSchema(MetaField, 'output') },
    ...services.flatMap((service) => [resourceSchemas(service), answerSchemas(service)]),
    sharedAnswerSchemas,
    tierSetSchemas(),
    historySchemas(),
    draftSchemas(),
    simulationSchemas(),
    reportSchemas(),
    recordedSchemas(),
    auctionSchemas(),
    auctionAnswerSchemas,
    accessSchemas(),
    errorSchemas,
  ]);

/**
 * The document of the operations that REST serves, made from their table and from the definitions that validate; always
 * the same, byte for byte. It takes some 0.2 s. Throws for an operation that has no words here.
 */
export function createOpenApiDocument(operations: readonly RestOperation[] = restOperations): OpenApiDocument {
  const schemas = sharedSchemas();
  const paths = pathsOf(operations, schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'auction-tiers',
      version: '1.0',
      description: introduction(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }, { url: '/v1', description: 'The same, pinned to version 1' }],
    tags: [
      ...services.map(({ resource: { service } }) => ({ name: service, description: textOf(service).description })),
      { name: 'recorded', description: 'Auctions that the service has kept as files.' },
      { name: 'simulation', description: 'What a draft of the tiers would have made of a log of auctions.' },
      { name: 'report', description: 'What the tiers did.' },
      { name: 'auction', description: 'Auctions, decided by the tiers as they stand.' },
      { name: 'auth', description: 'Tokens.' },
      { name: 'health', description: 'Whether the service is there.' },
    ],
    paths: { ...paths, ...healthPaths } as OpenApiDocument['paths'],
    components: {
      schemas,
      responses: errorResponses(),
      securitySchemes,
    },
  };
}
