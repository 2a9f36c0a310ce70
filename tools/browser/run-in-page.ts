import { format } from 'node:util';
import type { ConsoleMessage, Page } from 'playwright-core';

/**
 * Runs an ES module in a page, to its end.
 *
 * @returns what it has written to the console, as Node would have written it
 * @throws what the module throws
 */
export async function runInPage(page: Page, code: string): Promise<string> {
  const lines: Promise<string>[] = [];
  const listen = (message: ConsoleMessage) => {
    lines.push(Promise.all(message.args().map((arg) => arg.jsonValue())).then((values) => `${format(...values)}\n`));
  };
  page.on('console', listen);
  try {
    // As text: test runners rewrite the imports of code that they load.
    await page.evaluate(
      `import(URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: 'text/javascript' })))`,
    );
    return (await Promise.all(lines)).join('');
  } finally {
    page.off('console', listen);
  }
}
