/** A report as blocks: sections, sentences, facts, tables, charts and details. Made once, rendered as text and as a file. */

export * from './block/block.ts';
export * from './block/effect.ts';
export * from './block/figures.ts';
export * from './block/inline.ts';
