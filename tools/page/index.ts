export type { PageOptions, PageResult } from './ensure-page.ts';
export { ensurePage } from './ensure-page.ts';
export type { View } from './open-page.ts';
export { openSignedIn } from './open-page.ts';
export type { ServedPage } from './test-page.ts';
