import { format } from 'node:util';
import { chromium } from 'playwright-core';
import type { ConsoleMessage, Browser as OpenBrowser, Page } from 'playwright-core';
import type { Browser } from './find-browser.ts';

/**
 * Parts of the browser's own window, which no page needs: each context loaded two of them as pages in a process of their
 * own, and kept a further process ready. Six contexts took 4.5 s of processor time with them and 2.1 s without
 * (Chromium 156).
 */
const ownWindow = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** What Playwright disables. It is repeated because Chromium takes the last list only; a test compares the two. */
const byPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Starts a browser without a window. The caller closes it. */
export function launchBrowser({ file }: Browser): Promise<OpenBrowser> {
  return chromium.launch({
    executablePath: file,
    headless: true,
    // Chromium's sandbox does not work for root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [`--disable-features=${[...byPlaywright, ...ownWindow].join(',')}`],
  });
}

/**
 * Runs an ES module in a page until it ends.
 *
 * @returns what it wrote to the console, formatted as Node does
 * @throws what the module throws
 */
export async function runInPage(page: Page, code: string): Promise<string> {
  const lines: Promise<string>[] = [];
  const listen = (message: ConsoleMessage) => {
    lines.push(Promise.all(message.args().map((arg) => arg.jsonValue())).then((values) => `${format(...values)}\n`));
  };
  page.on('console', listen);
  try {
    // As text, because test runners rewrite the imports of code that they load.
    await page.evaluate(
      `import(URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: 'text/javascript' })))`,
    );
    return (await Promise.all(lines)).join('');
  } finally {
    page.off('console', listen);
  }
}
