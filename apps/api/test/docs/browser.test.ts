import { findBrowser, launchBrowser } from '@auction-tiers/tools/browser';
import { someOf } from '@auction-tiers/tools/long';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { operations } from '../fixture/api-document.ts';
import { useService } from '../fixture/service.ts';
import { lookScript } from './look.ts';

const found = findBrowser();
if (!found.ok) console.warn(`SKIPPED: the API reference was not opened in a browser. ${found.issue}`);

/** A browser shares the machine with other tests, and may be slow. */
const patient = { timeout: 180_000 };

const service = useService();
type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type Page = Awaited<ReturnType<Browser['newPage']>>;
let browser: Browser;
beforeAll(async () => {
  if (found.ok) browser = await launchBrowser(found.browser);
});
afterAll(() => browser?.close());

interface View {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** The pages that are open, by path. Tests share them: a browser takes ten seconds and more to render all operations. */
const pages = new Map<string, ReturnType<typeof openPage>>();
const settled = 'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => undefined)';

/** The page, rendered, and all that it asked for and said to the console since it was opened. */
async function showPage(context: TestContext, { width, colorScheme }: View, path = '/docs') {
  if (!found.ok) return context.skip(found.issue);
  const opening = pages.get(path) ?? openPage(path);
  pages.set(path, opening);
  const { page } = await opening;
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  await page.locator(colorScheme === 'dark' ? 'html.dark-mode' : 'html:not(.dark-mode)').waitFor();
  await page.evaluate(settled);
  return opening;
}

async function openPage(path: string) {
  const page = await browser.newPage();
  page.setDefaultTimeout(90_000);
  const asked: string[] = [];
  const said: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  await page.goto(`${service.url}${path}`);
  await page.locator('#parts a').first().waitFor();
  return { page, asked, said };
}

/** The block of an operation, with its parts shown. */
async function openOperation(page: Page, id: string) {
  const block = page.locator(`.opblock[id$="-${id}"]`);
  const isOpen = await block.evaluate(({ classList }) => classList.contains('is-open'));
  if (!isOpen) await block.locator('.opblock-summary-control').click();
  await block.locator('.responses-table').first().waitFor();
  await page.evaluate(settled);
  return block;
}

const desktop: View = { width: 1280, colorScheme: 'light' };

test('the page shows every operation and asks for nothing outside of the service', patient, async (context) => {
  const { page, asked, said } = await showPage(context, desktop);
  const shown = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => id.replace(/.*-/, '')));
  expect(shown.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
  expect(asked.length).toBeGreaterThan(4);
  expect(asked.filter((url) => !url.startsWith(`${service.url}/`) && !url.startsWith('data:'))).toEqual([]);
  expect(said).toEqual([]);
});

const views: readonly View[] = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

test.for(someOf(views, 2))(
  'the page has no visible fault at $width px in $colorScheme',
  patient,
  async (view, context) => {
    const { page } = await showPage(context, view);
    for (const id of ['readYmAuctionTier', 'createYmAuctionTier', 'runAuction']) {
      await openOperation(page, id);
    }
    expect(await page.evaluate<string[]>(lookScript)).toEqual([]);
  },
);

test('the page follows a change of the color scheme', patient, async (context) => {
  const { page } = await showPage(context, desktop);
  const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  const light = await ground();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(ground).not.toBe(light);
});

test.for(someOf(['/docs', '/v1/docs'], 1))(
  'an authorised request can be sent from %s',
  patient,
  async (path, context) => {
    const { page, asked } = await showPage(context, desktop, path);
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    const dialog = page.locator('.dialog-ux');
    await dialog.locator('#api_key_value').fill(service.people.seller1.api_key);
    await dialog.getByRole('button', { name: 'Apply credentials' }).first().click();
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();

    const block = await openOperation(page, 'readYmAuctionTier');
    await block.getByRole('button', { name: 'Try it out' }).click();
    await block.getByRole('button', { name: 'Execute' }).click();
    const live = block.locator('.live-responses-table .response').first();
    await live.waitFor();
    expect(await live.locator('.response-col_status').textContent()).toMatch(/^200/);
    expect(await live.locator('.response-col_description').textContent()).toContain('Blocked: arbitrage');
    expect(asked.at(-1)).toBe(`${service.url}/ym-auction-tier?num_elements=1`);
  },
);

test('the parts beside the reference lead to their places', patient, async (context) => {
  const { page } = await showPage(context, desktop);
  const targets = await page
    .locator('#parts a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')?.slice(1) ?? ''));
  expect(targets.length).toBeGreaterThan(10);
  const missing = await page.evaluate((ids) => ids.filter((id) => document.getElementById(id) === null), targets);
  expect(missing).toEqual([]);
});
