import { createOpenApiDocument, type OpenApiDocument } from '@auction-tiers/contract/openapi';

let document: OpenApiDocument | undefined;

/** The OpenAPI 3.1 document of what is served here; made at the first call, for not every process is asked for it. */
export function openApiDocument(): OpenApiDocument {
  document ??= createOpenApiDocument();
  return document;
}
