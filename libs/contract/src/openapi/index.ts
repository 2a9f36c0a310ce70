export { createOpenApiDocument, type OpenApiDocument, openApiInSteps } from './document.ts';
