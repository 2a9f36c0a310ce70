export { createOpenApiDocument, type Documented, type OpenApiDocument } from './document.ts';
export type { DocumentedService, Method } from './service.ts';
