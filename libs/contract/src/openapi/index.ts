export { createOpenApiDocument, type OpenApiDocument } from './document.ts';
