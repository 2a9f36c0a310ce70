// `npm run screenshots [-- ROOM ...]`: makes the pictures of every room in docs/page/, with the demo's data.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ensureBrowser, launchBrowser } from '../browser/index.ts';
import { type DemoService, startDemoService } from '../service/index.ts';
import { lastingDemo } from '../service/lasting-demo.ts';
import { repository } from '../workspace/package.ts';
import { ensurePage } from './ensure-page.ts';
import { openSignedIn, settle, type View } from './open-page.ts';

/** A picture: its name, the path under /app, and how to bring the room into the state to be shown. */
interface Picture {
  readonly name: string;
  readonly path: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** What to wait for in some rooms, by the names of their pictures. */
const prepared: Readonly<Record<string, Picture['prepare']>> = {
  'today-movement': (page) => page.getByRole('table').waitFor(),
  buyers: (page) => page.getByText('Reading recorded auctions').waitFor({ state: 'detached' }),
};

/** Pictures of details within rooms. */
const details: readonly Picture[] = [
  { name: 'tiers-panel', path: '/tiers', prepare: openFirstRow },
  { name: 'tier', path: '/tiers/3' },
];

/** A picture of each room that the page leads to, of each of its tabs, and of what is in them. */
async function picturesOf(page: Page): Promise<readonly Picture[]> {
  const linksIn = (nav: string) =>
    page
      .locator(`nav${nav} a`)
      .evaluateAll((links) => links.map((link) => new URL((link as unknown as { href: string }).href)));
  const paths = new Set<string>();
  for (const room of await linksIn('.rail')) {
    // A link that keeps the present page as a view leads to a form.
    if (room.searchParams.has('of')) continue;
    await page.goto(room.href);
    await settle(page);
    for (const { pathname } of [room, ...(await linksIn('.tabs'))]) paths.add(pathname.replace(/^\/app/, ''));
  }
  return [
    ...Array.from(paths, (path): Picture => {
      const name = path.slice(1).replace('/', '-');
      const prepare = prepared[name];
      return prepare === undefined ? { name, path } : { name, path, prepare };
    }),
    ...details,
  ];
}

const views: readonly View[] = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
];

const tallestPx = 4000;

process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  const wrong = names.find((name) => !/^[a-z][a-z-]*$/.test(name));
  if (wrong !== undefined) {
    process.stderr.write(`usage: npm run screenshots -- [ROOM ...]; ${JSON.stringify(wrong)} names no room\n`);
    return 2;
  }
  const found = ensureBrowser((line) => process.stderr.write(`${line}\n`));
  if (!found.ok) {
    process.stderr.write(`${found.issue}\n`);
    return 1;
  }
  const built = await ensurePage({ root: repository, log: (line) => process.stderr.write(`${line}\n`) });
  if (built.status === 'failed') throw new Error(built.why);
  // Every room is opened four times within two minutes, which exceeds the reads that one user may make.
  const service = await startDemoService({ ...lastingDemo, RATE_LIMIT_READS: '0' });
  try {
    const browser = await launchBrowser(found.browser);
    try {
      await takeAll(browser, service, names);
    } finally {
      await browser.close();
    }
  } finally {
    await service.stop();
  }
  return 0;
}

async function takeAll(browser: Browser, { url, users }: DemoService, names: readonly string[]): Promise<void> {
  const folder = join(repository, 'docs/page');
  mkdirSync(folder, { recursive: true });
  for (const view of views) {
    const context = await openSignedIn(browser, url, users[1]!, view);
    const first = await context.newPage();
    await first.goto(`${url}/app/`);
    await settle(first);
    const pictures = await picturesOf(first);
    await first.close();
    for (const { name, path, prepare } of pictures.filter((one) => names.length === 0 || names.includes(one.name))) {
      const page = await context.newPage();
      await page.goto(`${url}/app${path}`);
      await settle(page);
      await prepare?.(page);
      await settle(page);
      // The window is as tall as the room, so that sticky elements are at its end.
      const tall = await page.evaluate<number>('document.documentElement.scrollHeight');
      await page.setViewportSize({ width: view.width, height: Math.min(Math.max(tall, view.height), tallestPx) });
      await settle(page);
      await page.screenshot({ path: join(folder, `${name}-${view.width}-${view.colorScheme}.png`) });
      await page.close();
    }
    await context.close();
  }
}

async function openFirstRow(page: Page): Promise<void> {
  await page.getByRole('grid').locator('[role=row][aria-rowindex="2"]').click();
  await page.getByRole('complementary').waitFor();
}
