export type { Browser, FoundBrowser } from './find-browser.ts';
export { findBrowser } from './find-browser.ts';
export { ensureBrowser, offerBrowser } from './install-browser.ts';
export { launchBrowser } from './launch.ts';
export { runInPage } from './run-in-page.ts';
