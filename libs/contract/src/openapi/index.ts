export { createOpenApiDocument, type OpenApiDocument } from './document.ts';
export { asShown, shownElements } from './envelope.ts';
