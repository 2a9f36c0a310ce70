import { format } from 'node:util';
import { chromium } from 'playwright-core';
import type { ConsoleMessage, Browser as OpenBrowser, Page } from 'playwright-core';
import type { Browser } from './find-browser.ts';

/** Starts a browser without a window. The caller closes it. */
export function launchBrowser({ file }: Browser): Promise<OpenBrowser> {
  return chromium.launch({
    executablePath: file,
    headless: true,
    // Chromium's sandbox does not work for root.
    chromiumSandbox: process.getuid?.() !== 0,
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
