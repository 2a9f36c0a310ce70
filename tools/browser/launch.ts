import { chromium } from 'playwright-core';
import type { Browser as OpenBrowser } from 'playwright-core';
import type { Browser } from './find-browser.ts';

/** Starts a browser without a window. Whoever starts it closes it. */
export function launchBrowser({ file }: Browser): Promise<OpenBrowser> {
  // Chromium's own sandbox refuses to work for root.
  return chromium.launch({ executablePath: file, headless: true, chromiumSandbox: process.getuid?.() !== 0 });
}
