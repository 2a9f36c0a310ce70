import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser, launchBrowser } from '@auction-tiers/tools/browser';
import type { TestContext } from 'vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareHtml } from '../../src/html/compare-html.ts';
import { replayHtml } from '../../src/html/replay-html.ts';
import { look } from './look.ts';
import type { Reports } from './report.ts';
import { createReports, withAmounts, withText } from './report.ts';

const found = findBrowser();
if (!found.ok) console.warn(`SKIPPED: no report was opened in a browser. ${found.issue}`);

const oneAuction = JSON.stringify({ ym_profile_id: 1, bids: [{ id: 'a', member_id: 101, price: 5 }] });
const [hugeAmount, hostileText] = [
  '-98765432109876.543210000',
  `"><img src=x onerror=alert(1)> שלום ${'w'.repeat(200)}`,
];

let folder: string;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let pages: ReadonlyMap<string, string>;
beforeAll(async () => {
  if (!found.ok) return;
  folder = mkdtempSync(join(tmpdir(), 'auction-tiers-html-'));
  [browser, pages] = await Promise.all([launchBrowser(found.browser), writePages()]);
});
afterAll(async () => {
  await browser?.close();
  if (found.ok) rmSync(folder, { recursive: true, force: true });
});

const windows = [
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const;

test.for(['busy', 'single', 'empty', 'huge', 'hostile'])(
  'a page of a %s log is right to the eye, wide and narrow, light and dark, and asks for nothing',
  async (name, context) => {
    for (const kind of ['compare', 'replay']) {
      const { page, asked, said } = await openPage(context, `${name}-${kind}`);
      const grounds = new Set<string>();
      for (const { width, scheme } of windows) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme: scheme });
        expect(await page.evaluate(look), `${kind}, ${width} px, ${scheme}`).toEqual([]);
        grounds.add(await page.locator('body').evaluate('(body) => getComputedStyle(body).backgroundColor'));
      }
      expect(grounds.size).toBe(2);
      expect(said).toEqual([]);
      expect(asked).toEqual([page.url()]);
    }
  },
);

test('the policy of a page lets nobody ask, even if there were a script', async (context) => {
  const { page, asked } = await openPage(context, 'busy-compare');
  await page.setContent(
    (pages.get('busy-compare') ?? '').replace(
      '</main>',
      '<img src="http://127.0.0.1:9/x.png"><script>document.title = "ran"</script></main>',
    ),
  );
  expect(await page.title()).toMatch(/^Draft against current tiers: /);
  expect(asked.filter((url) => url.startsWith('http:'))).toEqual([]);
});

async function openPage(context: TestContext, name: string) {
  if (!found.ok) return context.skip(found.issue);
  const page = await browser.newPage();
  context.onTestFinished(() => page.close());
  const asked: string[] = [];
  const said: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
  return { page, asked, said };
}

async function writePages(): Promise<Map<string, string>> {
  const busy = await createReports(folder, 600);
  const written = new Map<string, string>();
  for (const [name, { compared, replayed }] of Object.entries({
    busy,
    single: await createReports(folder, `${oneAuction}\n`),
    empty: await createReports(folder, ''),
    huge: mapReports(busy, (report) =>
      withAmounts(report, (place) => (place % 3 === 0 ? hugeAmount : hugeAmount.slice(1))),
    ),
    hostile: mapReports(busy, (report) => withText(report, hostileText)),
  })) {
    written.set(`${name}-compare`, compareHtml(compared));
    written.set(`${name}-replay`, replayHtml(replayed));
  }
  for (const [name, page] of written) writeFileSync(join(folder, `${name}.html`), page);
  return written;
}

function mapReports({ compared, replayed }: Reports, change: <Report>(report: Report) => Report): Reports {
  return { compared: change(compared), replayed: change(replayed) };
}
