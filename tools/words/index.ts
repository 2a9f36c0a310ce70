export { findForeignForm, findForeignWord, type Reader } from './foreign-words.ts';
export { type SourceText, textsOf } from './source-texts.ts';
