import { inject } from 'vitest';
import type { DemoUser } from '../service/index.ts';

/** The page as a service serves it. */
export interface ServedPage {
  readonly url: string;
  readonly users: readonly DemoUser[];
}

declare module 'vitest' {
  interface ProvidedContext {
    servedPage: ServedPage | null;
  }
}

/** The page that all test files of a project share; null where there is no browser. test-page.ts says how to share it. */
export function sharedPage(): ServedPage | null {
  return inject('servedPage');
}
