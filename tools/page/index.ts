export type { PageOptions, PageResult } from './ensure-page.ts';
export { ensurePage, forgetPage } from './ensure-page.ts';
export type { View } from './open-page.ts';
export { openSignedIn, settle } from './open-page.ts';
