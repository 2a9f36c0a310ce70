import { restOperations, services } from '@auction-tiers/contract';
import { createOpenApiDocument, type OpenApiDocument } from '@auction-tiers/contract/openapi';

let document: OpenApiDocument | undefined;
const at = (start: RegExp) => [
  ...new Set(restOperations.map(({ rest }) => rest.path).filter((path) => start.test(path))),
];

/** The OpenAPI 3.1 document of what is served here; made at the first call, for not every process is asked for it. */
export function openApiDocument(): OpenApiDocument {
  document ??= createOpenApiDocument({
    services,
    tierSetPaths: at(/^.ym-profile.(import|export)/),
    simulationPaths: at(/^.simulation/),
    auctionPaths: at(/auction(?!-)/),
  });
  return document;
}
