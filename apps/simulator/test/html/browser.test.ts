import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findBrowser, launchBrowser } from '@auction-tiers/tools/browser';
import type { TestContext } from 'vitest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toFile } from '@auction-tiers/report-document/file';
import { adviseDocument } from '../../src/document/advise-document.ts';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { adviseAuctions } from '../../src/run/advise.ts';
import { synthesizeAuctions } from '../compare/compare-auctions.ts';
import { loadDemo } from '../compare/tier-set.ts';
import { lookScript } from './look.ts';
import type { Reports } from './report.ts';
import { createReports, withAmounts, withText } from './report.ts';
import { compareHtml, replayHtml } from '../document/write.ts';

const found = findBrowser();
if (!found.ok) console.warn(`SKIPPED: no report was opened in a browser. ${found.issue}`);

const oneAuction = JSON.stringify({ ym_profile_id: 1, bids: [{ id: 'a', member_id: 101, price: 5 }] });
const [hugeAmount, hostileText] = [
  '-98765432109876.543210000',
  `"><img src=x onerror=alert(1)> שלום ${'w'.repeat(200)}`,
];

let folder: string;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let pages: ReadonlyMap<string, string> | undefined;
beforeAll(async () => {
  if (!found.ok) return;
  folder = mkdtempSync(join(tmpdir(), 'auction-tiers-html-'));
  [browser, pages] = await Promise.all([launchBrowser(found.browser), writePages()]);
});
afterAll(async () => {
  await browser?.close();
  if (found.ok) rmSync(folder, { recursive: true, force: true });
});

test.for([
  { name: 'busy', schemes: ['light', 'dark'], widths: [1280, 800, 390] },
  { name: 'single', schemes: ['light'], widths: [1280, 390] },
  { name: 'empty', schemes: ['dark'], widths: [1280, 390] },
  { name: 'huge', schemes: ['light'], widths: [1280, 390] },
  { name: 'hostile', schemes: ['dark'], widths: [1280, 390] },
] as const)(
  'the pages of a $name log have no visible fault at $widths px and $schemes, and make no request',
  async ({ name, schemes, widths }, context) => {
    for (const kind of ['compare', 'replay']) {
      const { page, asked, said } = await openPage(context, `${name}-${kind}`);
      const grounds = new Set<string>();
      for (const [width, colorScheme] of widths.flatMap((side) => schemes.map((scheme) => [side, scheme] as const))) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate<string[]>(lookScript), `${kind}, ${width} px, ${colorScheme}`).toEqual([]);
        grounds.add(await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'));
      }
      expect(grounds.size).toBe(schemes.length);
      expect(said).toEqual([]);
      expect(asked).toEqual([page.url()]);
    }
  },
);

test('the page of advice has no visible fault, and no column of broken words', async (context) => {
  if (!found.ok) return context.skip(found.issue);
  const auctions = await synthesizeAuctions(500, 8, 'advice');
  const report = await adviseAuctions(auctions, { loaded: loadDemo(), fee: chooseFee({}), seed: 's' });
  expect(report.proposals.length).toBeGreaterThan(0);
  writeFileSync(join(folder, 'advise.html'), toFile(adviseDocument(report)));
  const { page } = await openPage(context, 'advise');
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const faults = await page.evaluate<string[]>(lookScript);
    expect(faults.filter((fault) => fault !== 'there is no chart')).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  const narrowest = await page.evaluate<number>(
    `Math.min(...[...document.querySelectorAll('.reasons li, td.text')].map((one) => one.getBoundingClientRect().width))`,
  );
  expect(narrowest).toBeGreaterThan(75);
});

test('the opening begins with what the draft changes; on a phone the verdict and its figure follow', async (context) => {
  const { page } = await openPage(context, 'busy-compare');
  await page.setViewportSize({ width: 390, height: 900 });
  const tops = await page.evaluate<number[]>(
    `['.difference', '.verdict', '.effect-card', '.tiles', 'nav'].map((name) => document.querySelector(name).getBoundingClientRect().top)`,
  );
  expect(tops).toEqual(tops.toSorted((left, right) => left - right));
  const rule = page.locator('details.rule-card');
  expect(await rule.locator('ol').isVisible()).toBe(false);
  await rule.locator('summary').click();
  expect(await rule.locator('ol').isVisible()).toBe(true);
});

test('in the chart of hours the differences have the greater part of the height', async (context) => {
  const { page } = await openPage(context, 'busy-compare');
  await page.setViewportSize({ width: 1280, height: 900 });
  const [differences, levels] = await page.evaluate<
    [number, number]
  >(`['.mark.gain, .mark.loss', '.level'].map((marks) => {
    const boxes = [...document.querySelectorAll('#hours svg.wide')].flatMap((svg) => [...svg.querySelectorAll(marks)]).map((mark) => mark.getBoundingClientRect());
    return Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top));
  })`);
  expect(differences).toBeGreaterThan(levels);
});

test('the policy of a page blocks requests and scripts, even if markup is injected', async (context) => {
  const visits: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    visits.push(url);
    response.end();
  }).listen(0, '127.0.0.1');
  context.onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const bad = `<img src="http://127.0.0.1:${port}/seen.png"><script>document.title = 'ran'</script></main>`;
  const page = pages?.get('busy-compare')?.replace('</main>', bad) ?? '';
  const titles: string[] = [];
  for (const text of [page, page.replace(/<meta http-equiv[^>]*>/, '')]) {
    if (found.ok) writeFileSync(join(folder, 'bad.html'), text);
    titles.push(await (await openPage(context, 'bad')).page.title());
  }
  // Without the policy both happen.
  expect(titles).toEqual([expect.stringMatching(/^Draft against current tiers: /), 'ran']);
  expect(visits).toEqual(['/seen.png']);
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
  const busy = await createReports(folder, 250);
  const written = new Map<string, string>();
  for (const [name, { compared, replayed }] of Object.entries({
    busy,
    single: await createReports(folder, `${oneAuction}\n`),
    empty: await createReports(folder, ''),
    huge: mapReports(busy, (report) =>
      withAmounts(report, (index) => (index % 3 === 0 ? hugeAmount : hugeAmount.slice(1))),
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
