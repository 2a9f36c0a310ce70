export { createOpenApiDocument, type OpenApiDocument } from './document.ts';
export { asShown, shownElements } from './envelope.ts';
export { describeOperation, wordsOf } from './words.ts';
