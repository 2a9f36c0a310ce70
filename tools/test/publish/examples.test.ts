import { globSync, readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { TestContext } from 'vitest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, launchBrowser } from '../../browser/index.ts';
import { npm, runOrThrow } from '../../publish/run.ts';
import { readJson, repository } from '../../workspace/package.ts';
import { type UserFolder, withUserFolders } from './user-folder.ts';

const examples = join(repository, 'examples');

let dir: string;
let offline: UserFolder;
withUserFolders.beforeAll(({ users }) => {
  ({ dir, offline } = users);
});

test.for(['embed', 'browser'])('%s names the libraries that it uses, and imports those and no others', (name) => {
  const { dependencies } = readJson(join(examples, name, 'package.json')) as { dependencies: Record<string, string> };
  const named = namesIn(join(examples, name, 'README.md'), /`(@auction-tiers\/[a-z-]+)`/g);
  const imported = globSync(join(examples, name, '*.js')).flatMap((file) =>
    namesIn(file, / from '(@auction-tiers\/[a-z-]+)/g),
  );
  for (const used of [named, imported]) expect(new Set(used)).toEqual(new Set(Object.keys(dependencies)));
});

function namesIn(file: string, pattern: RegExp): (string | undefined)[] {
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name);
}

describe('browser', () => {
  const found = findBrowser();
  if (!found.ok) console.warn(`The example of a page was not tried: ${found.issue}`);

  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    if (!found.ok) return;
    folder = await copyOf('browser', offline);
    // The example's own esbuild would come from the registry.
    const path = `${join(repository, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`;
    await runOrThrow(npm, ['run', 'build', '--silent'], { cwd: folder, env: { ...process.env, PATH: path } });
    browser = await launchBrowser(found.browser);
  });
  afterAll(() => browser?.close());

  async function openPage(
    context: TestContext,
  ): Promise<{ page: Page; asked: readonly string[]; failed: readonly string[] }> {
    if (!found.ok) return context.skip(found.issue);
    const page = await browser.newPage();
    context.onTestFinished(() => page.close());
    const asked: string[] = [];
    const failed: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => failed.push(error.message));
    await page.goto(pathToFileURL(join(folder, 'index.html')).href);
    return { page, asked, failed };
  }

  test('shows another winner when a bid is edited', async (context) => {
    const { page, failed } = await openPage(context);
    const winner = page.getByRole('status');
    expect(await winner.textContent()).toBe('Willow wins and pays 5.000000.');
    await page.getByLabel('Price of bid-1').fill('2.352942');
    expect(await winner.textContent()).toBe('Bluefin wins and pays 2.352942.');
    expect(await outcomeOf(page, 'bid-4')).toMatch(/loses to a higher tier/);
    await page.getByLabel('Buyer of bid-1').selectOption('Cinder');
    expect(await winner.textContent()).toBe('Willow wins and pays 5.000000.');
    expect(failed).toEqual([]);
  });

  test('shows another winner in another market, and what would have been needed', async (context) => {
    const { page } = await openPage(context);
    await page.getByLabel('Market').selectOption('Los Angeles');
    expect(await outcomeOf(page, 'bid-4')).toMatch(/"New York premium" is for another market/);
    expect(await outcomeOf(page, 'bid-1')).toMatch(/"House deal" needs a bid of 2\.352942/);
  });

  test('says what is wrong with a price, and goes on with the other bids', async (context) => {
    const { page } = await openPage(context);
    await page.getByLabel('Price of bid-4').fill('lots');
    expect(await outcomeOf(page, 'bid-4')).toMatch(/^The price "lots" is not a decimal number/);
    expect(await page.getByRole('status').textContent()).toBe('Harbor wins and pays 3.600000.');
  });

  test('has a light and a dark design, and makes no request to another host', async (context) => {
    const { page, asked } = await openPage(context);
    const pictures: Buffer[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      pictures.push(await page.screenshot({ path: join(dir, `${colorScheme}.png`) }));
    }
    expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(false);
    const home = pathToFileURL(folder).href;
    expect(asked.filter((url) => !url.startsWith(`${home}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(asked).toContain(`${home}/dist/page.js`);
  });
});

/** The page's text about a bid. */
function outcomeOf(page: Page, bid: string): Promise<string | null> {
  return page.locator(`#${bid} td:last-child`).textContent();
}

/** A copy of an example in a folder with the installed libraries. */
async function copyOf(name: string, { folder }: UserFolder): Promise<string> {
  const copy = join(folder, name);
  await cp(join(examples, name), copy, { recursive: true, filter: isOurs });
  return copy;
}

/** Leaves out what was built or installed in the example itself. */
function isOurs(path: string): boolean {
  return !/[\\/](dist|node_modules)$/.test(path);
}
