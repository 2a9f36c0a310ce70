/**
 * Temporal: the runtime's own where it has it, as the Node that the project brings and new browsers do, else the
 * polyfill. The import is dynamic, so that a page loads the polyfill only where it needs it.
 */
export const temporal: typeof Temporal =
  'Temporal' in globalThis ? globalThis.Temporal : (await import('temporal-polyfill')).Temporal;
