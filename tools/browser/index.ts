export type { Browser, FoundBrowser } from './find-browser.ts';
export { ensureBrowser, findBrowser, offerBrowser } from './find-browser.ts';
export type { Eyes } from './look.ts';
export { lookScript } from './look.ts';
export { launchBrowser, runInPage } from './page.ts';
