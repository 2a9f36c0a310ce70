import { findBrowser, launchBrowser } from '@auction-tiers/tools/browser';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { operations } from '../fixture/api-document.ts';
import { useService } from '../fixture/service.ts';
import { lookScript } from './look.ts';

const found = findBrowser();
if (!found.ok) console.warn(`SKIPPED: the API reference was not opened in a browser. ${found.issue}`);

/** A browser shares the machine with other tests, and may be slow. */
const patient = { timeout: 180_000 };

const service = useService();
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  if (found.ok) browser = await launchBrowser(found.browser);
});
afterAll(() => browser?.close());

interface View {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** The page, rendered, and all that it asked for and said to the console. */
async function openPage(context: TestContext, { width, colorScheme }: View, path = '/docs') {
  if (!found.ok) return context.skip(found.issue);
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  context.onTestFinished(() => page.close());
  const asked: string[] = [];
  const said: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  await page.goto(`${service.url}${path}`);
  await page.locator('#parts a').first().waitFor();
  return { page, asked, said };
}

const desktop: View = { width: 1280, colorScheme: 'light' };

test('the page shows every operation and asks for nothing outside of the service', patient, async (context) => {
  const { page, asked, said } = await openPage(context, desktop);
  const shown = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => id.replace(/.*-/, '')));
  expect(shown.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  expect(asked.length).toBeGreaterThan(4);
  expect(asked.filter((url) => !url.startsWith(`${service.url}/`) && !url.startsWith('data:'))).toEqual([]);
  expect(said).toEqual([]);
});

const views: readonly View[] = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

test.for(views)('the page has no visible fault at $width px in $colorScheme', patient, async (view, context) => {
  const { page } = await openPage(context, view);
  for (const id of ['readYmAuctionTier', 'createYmAuctionTier', 'runAuction']) {
    const block = page.locator(`.opblock[id$="-${id}"]`);
    await block.locator('.opblock-summary-control').click();
    await block.locator('.responses-table').first().waitFor();
  }
  expect(await page.evaluate<string[]>(lookScript)).toEqual([]);
});

test('the page follows a change of the color scheme', patient, async (context) => {
  const { page } = await openPage(context, desktop);
  const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  const light = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ground).not.toBe(light);
});

test.for(['/docs', '/v1/docs'])('an authorised request can be sent from %s', patient, async (path, context) => {
  const { page, asked } = await openPage(context, desktop, path);
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  const dialog = page.locator('.dialog-ux');
  await dialog.locator('#api_key_value').fill(service.people.seller1.api_key);
  await dialog.getByRole('button', { name: 'Apply credentials' }).first().click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();

  const block = page.locator('.opblock[id$="-readYmAuctionTier"]');
  await block.locator('.opblock-summary-control').click();
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.getByRole('button', { name: 'Execute' }).click();
  const live = block.locator('.live-responses-table .response').first();
  await live.waitFor();
  expect(await live.locator('.response-col_status').textContent()).toMatch(/^200/);
  expect(await live.locator('.response-col_description').textContent()).toContain('Blocked: arbitrage');
  expect(asked.at(-1)).toBe(`${service.url}/ym-auction-tier?num_elements=2`);
});

test('the parts beside the reference lead to their places', patient, async (context) => {
  const { page } = await openPage(context, desktop);
  const targets = await page
    .locator('#parts a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(1) ?? ''));
  expect(targets.length).toBeGreaterThan(10);
  const missing = await page.evaluate((ids) => ids.filter((id) => document.getElementById(id) === null), targets);
  expect(missing).toEqual([]);
});
