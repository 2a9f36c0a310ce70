export type { Browser, FoundBrowser } from './find-browser.ts';
export { ensureBrowser, findBrowser, offerBrowser } from './find-browser.ts';
export { launchBrowser, runInPage } from './page.ts';
