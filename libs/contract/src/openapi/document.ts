import { MetaField } from '../resource/meta.ts';
import { Id } from '../value/scalar.ts';
import { accessPaths, accessSchemas } from './access-path.ts';
import { auctionAnswerSchemas, auctionPath } from './auction-path.ts';
import { auctionSchemas } from './auction-schema.ts';
import { DbgInfo } from './envelope.ts';
import { errorResponses, errorSchemas } from './error-response.ts';
import type { Json } from './json.ts';
import { answerSchemas, sharedAnswerSchemas } from './resource-answer.ts';
import { resourcePaths } from './resource-path.ts';
import { resourceSchemas } from './resource-schema.ts';
import { type DocumentedService, textOf } from './service.ts';
import { simulationPath, simulationSchemas } from './simulation-path.ts';
import { tierSetPath, tierSetSchemas } from './tier-set-path.ts';
import { toJsonSchema } from './to-json-schema.ts';

/** What a door serves. */
export interface Documented {
  readonly services: readonly DocumentedService[];
  /** The paths of calls on whole tier sets. */
  readonly tierSetPaths: readonly string[];
  /** The paths of calls on simulations. */
  readonly simulationPaths: readonly string[];
  /** The paths of auction calls, each a POST. */
  readonly auctionPaths: readonly string[];
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Json;
  readonly servers: readonly Json[];
  readonly tags: readonly Json[];
  readonly paths: Readonly<Record<string, Json>>;
  readonly components: { readonly schemas: Json; readonly responses: Json; readonly securitySchemes: Json };
}

const description = `Chosen buyers first: tiers change the order in which bids are considered.

Every answer stands inside \`response\`; success is always 200. Prices are CPM. Dates are \`YYYY-MM-DD HH:MM:SS\`, UTC. Unknown fields and parameters are refused. A method that a path does not have answers 405 with \`Allow\`, an unknown path 404.`;

const securitySchemes: Json = {
  key: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'An API key, or the token of `POST /auth`' },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same as `Bearer <key or token>`' },
};

const merged = (parts: readonly Json[]): Json => Object.assign({}, ...parts) as Json;

/**
 * The document of a door, made from the definitions that validate: the same input gives the same document, byte for
 * byte. Throws for a path that has no description here.
 */
export function createOpenApiDocument({
  services,
  tierSetPaths,
  simulationPaths,
  auctionPaths,
}: Documented): OpenApiDocument {
  const ownTags = services.map(({ resource: { service } }) => ({
    name: service,
    description: textOf(service).description,
  }));
  return {
    openapi: '3.1.1',
    info: { title: 'auction-tiers', version: '1.0', description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }, { url: '/v1', description: 'The same, pinned to version 1' }],
    tags: [
      ...ownTags,
      { name: 'simulation', description: 'What a draft of the tiers would have made of a log of auctions.' },
      { name: 'auction', description: 'Auctions, decided by the tiers as they stand.' },
      { name: 'auth', description: 'Tokens.' },
      { name: 'health', description: 'Whether the service is there.' },
    ],
    paths: merged([
      ...services.map(resourcePaths),
      ...tierSetPaths.map((path) => ({ [path]: tierSetPath(path) })),
      ...simulationPaths.map((path) => ({ [path]: simulationPath(path) })),
      ...auctionPaths.map((path) => ({ [path]: auctionPath(path) })),
      accessPaths,
    ]) as OpenApiDocument['paths'],
    components: {
      schemas: merged([
        { Id: toJsonSchema(Id, 'input'), DbgInfo, MetaField: toJsonSchema(MetaField, 'output') },
        ...services.flatMap((service) => [resourceSchemas(service), answerSchemas(service)]),
        sharedAnswerSchemas,
        ...(tierSetPaths.length === 0 ? [] : [tierSetSchemas()]),
        ...(simulationPaths.length === 0 ? [] : [simulationSchemas()]),
        auctionSchemas(),
        auctionAnswerSchemas,
        accessSchemas(),
        errorSchemas,
      ]),
      responses: errorResponses(),
      securitySchemes,
    },
  };
}
