import { changeLogResource, countryResource, dmaResource, storedResources } from '@auction-tiers/contract';
import { createOpenApiDocument, type DocumentedService, type OpenApiDocument } from '@auction-tiers/contract/openapi';
import { auctionActions } from './auction-routes.ts';
import { services } from './resource-routes.ts';
import { simulationCalls } from './simulation-routes.ts';
import { tierSetCalls } from './tier-set-routes.ts';

const definitions: readonly DocumentedService['resource'][] = [
  ...storedResources,
  dmaResource,
  countryResource,
  changeLogResource,
];

let document: OpenApiDocument | undefined;

/** The OpenAPI 3.1 document of what is served here; made at the first call, for not every process is asked for it. */
export function openApiDocument(): OpenApiDocument {
  document ??= createOpenApiDocument({
    services: services.map(({ resource, methods }) => ({ resource: definitionOf(resource.service), methods })),
    tierSetPaths: Object.keys(tierSetCalls),
    simulationPaths: Object.keys(simulationCalls),
    auctionPaths: Object.keys(auctionActions),
  });
  return document;
}

function definitionOf(service: string): DocumentedService['resource'] {
  const found = definitions.find((definition) => definition.service === service);
  if (found === undefined) throw new Error(`The service ${service} is served but not among the definitions here.`);
  return found;
}
