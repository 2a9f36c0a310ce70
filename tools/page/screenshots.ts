// `npm run screenshots [-- ROOM ...]`: makes the pictures of every room in docs/page/, with the demo's data.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ensureBrowser, launchBrowser } from '../browser/index.ts';
import { type DemoService, startDemoService } from '../service/index.ts';
import { repository } from '../workspace/package.ts';
import { ensurePage } from './ensure-page.ts';
import { openSignedIn, settle, type View } from './open-page.ts';

/** The rooms, each in the state in which it has most to show. */
const rooms: readonly {
  readonly name: string;
  readonly path: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
}[] = [
  {
    name: 'today',
    path: '/today',
    prepare: (page) => page.getByText(/auctions a second now|No auctions now/).waitFor(),
  },
  { name: 'tiers', path: '/tiers' },
  { name: 'tiers-panel', path: '/tiers', prepare: openFirstRow },
  { name: 'tier', path: '/tiers/3' },
  { name: 'draft', path: '/draft' },
  { name: 'why', path: '/why' },
  {
    name: 'buyers',
    path: '/buyers',
    prepare: (page) => page.getByText('Reading recorded auctions').waitFor({ state: 'detached' }),
  },
  { name: 'history', path: '/history' },
  { name: 'markets', path: '/markets' },
  { name: 'profiles', path: '/profiles' },
  { name: 'account', path: '/account' },
];

const views: readonly View[] = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
];

const tallestPx = 4000;

process.exitCode = await main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<number> {
  const found = ensureBrowser((line) => process.stderr.write(`${line}\n`));
  if (!found.ok) {
    process.stderr.write(`${found.issue}\n`);
    return 1;
  }
  const built = await ensurePage({ root: repository, log: (line) => process.stderr.write(`${line}\n`) });
  if (built.status === 'failed') throw new Error(built.why);
  // Every room is opened four times within two minutes, which takes more reads than one user may ask for.
  const service = await startDemoService({ RATE_LIMIT_READS: '0' });
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
    for (const { name, path, prepare } of rooms.filter((room) => names.length === 0 || names.includes(room.name))) {
      const page = await context.newPage();
      await page.goto(`${url}/app${path}`);
      await settle(page);
      await prepare?.(page);
      await page.waitForLoadState('networkidle');
      await settle(page);
      // A window as tall as the room, in which what keeps to its edges stands where it ends.
      const tall = await page.evaluate<number>('document.documentElement.scrollHeight');
      await page.setViewportSize({ width: view.width, height: Math.min(Math.max(tall, view.height), tallestPx) });
      await page.waitForLoadState('networkidle');
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
