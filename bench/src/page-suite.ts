import { join } from 'node:path';
import { rooms } from '@auction-tiers/contract/rooms';
import { ensureBrowser, launchBrowser } from '@auction-tiers/tools/browser';
import { ensurePage, openSignedIn, settle, type View } from '@auction-tiers/tools/page';
import { type DemoService, startDemoService } from '@auction-tiers/tools/service';
import { ask, noLimits } from './server/server.ts';
import { median } from './suite/rounds.ts';
import { atMost, formatFigure, formatMs, type Suite, WrongAnswer } from './suite/suite.ts';

const repository = join(import.meta.dirname, '../..');
const view: View = { width: 1440, height: 900, colorScheme: 'light' };
const [mostScriptBytes, mostTaskMs] = [300_000, 100];
const formatKb = (bytes: number) => `${formatFigure(bytes / 1000)} KB`;

/** Collects the tasks that the browser reported as longer than 50 ms since the last reading. */
const watch = `globalThis.longTasks = [];
globalThis.longTaskObserver = new PerformanceObserver((list) => longTasks.push(...list.getEntries()));
longTaskObserver.observe({ type: 'longtask' });`;
/** The longest task, once the page is idle: work may continue after the result of an action is shown. */
const readLongest = `new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(() => {
  longTasks.push(...longTaskObserver.takeRecords());
  resolve(Math.max(0, ...longTasks.map(({ duration }) => duration)));
  longTasks.length = 0;
}, { timeout: 5000 }), { timeout: 5000 }))`;

type Browser = Awaited<ReturnType<typeof launchBrowser>>;

/** Per round: by room, compressed bytes of script and milliseconds until it was shown; by action, the longest task. */
export interface PageFigures {
  readonly loads: Readonly<Record<string, readonly { readonly scriptBytes: number; readonly shownMs: number }[]>>;
  readonly longestMs: Readonly<Record<string, readonly number[]>>;
}

export const pageSuite: Suite<PageFigures> = {
  summary: 'the page: the first load of every room, long tasks in a list of 10,000 tiers',
  async measure({ rounds, isQuick }, say) {
    const found = ensureBrowser(say);
    if (!found.ok) throw new Error(found.issue);
    const built = await ensurePage({ root: repository, log: say });
    if (built.status === 'failed') throw new Error(built.why);
    const service = await startDemoService({ ...noLimits, MAX_TIERS_PER_MEMBER: '20000' });
    const browser = await launchBrowser(found.browser);
    try {
      const [loads, longestMs]: [Record<string, { scriptBytes: number; shownMs: number }[]>, Record<string, number[]>] =
        [{}, {}];
      const openTiers = await prepareTiers(browser, service, isQuick ? 200 : 10_000);
      for (let round = 1; round <= rounds; round++) {
        say(`round ${round} of ${rounds}`);
        for (const { path } of rooms) (loads[path] ??= []).push(await loadRoom(browser, service, path));
        for (const [act, ms] of await openTiers()) (longestMs[act] ??= []).push(ms);
      }
      const sizes = Object.values(loads).map(([first]) => first!.scriptBytes);
      const rows = Object.entries(loads).map(([room, all], at) => {
        return [room, formatKb(sizes[at]!), formatMs(median(all.map(({ shownMs }) => shownMs)))];
      });
      return {
        figures: { loads, longestMs },
        tables: [{ header: ['first load', 'script, compressed', 'shown'], rows }],
        goals: [
          atMost(mostScriptBytes, 'compressed script of a first load', Math.max(...sizes), formatKb),
          ...Object.entries(longestMs).map(([act, all]) =>
            atMost(mostTaskMs, `longest task of 50 ms or more: ${act}`, Math.max(...all), formatMs),
          ),
        ],
      };
    } finally {
      await browser.close();
      await service.stop();
    }
  },
};

const noRoom = /^(?:No such room|This room has failed|\s*)$/;

/** Loads a room in a new window, without a cache. Its title shows that it was rendered. */
async function loadRoom(browser: Browser, { url, users }: DemoService, room: string) {
  const tab = await openSignedIn(browser, url, users[1]!, view);
  const page = await tab.newPage();
  const scripts: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() !== 'script') return;
    scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  const startMs = performance.now();
  await page.goto(`${url}/app${room}`);
  await settle(page);
  const shownMs = performance.now() - startMs;
  const title = await page.locator('main h1').textContent();
  if (title === null || noRoom.test(title)) throw new WrongAnswer(`/app${room} shows ${title}`);
  const sizes = await Promise.all(scripts);
  await tab.close();
  return { scriptBytes: sizes.reduce((sum, bytes) => sum + bytes, 0), shownMs };
}

/** Returns the actions that open a list of many tiers, filter it by typing, scroll and sort it, like a user. */
async function prepareTiers(browser: Browser, { url, users }: DemoService, count: number) {
  const seller = { url, headers: { authorization: users[2]!.api_key, 'content-type': 'application/json' } };
  const id = await ask<number>(seller, 'id', '/ym-profile', { name: 'Many tiers' });
  const tiers = Array.from({ length: count }, (_, index) => ({
    name: `Tier ${index} ${index % 7 === 0 ? 'gold' : 'plain'}`,
    priority: 1 + (index % 10),
    member_action: 'include',
    min_price: ((index % 900) / 100).toFixed(2),
    buyer_members: [{ id: 101 + (index % 20) }, { id: 101 + ((index + 7) % 20) }],
  }));
  await ask(seller, 'ym-profile-import', `/ym-profile/import?id=${id}`, { tiers });
  const page = await (await openSignedIn(browser, url, users[2]!, view)).newPage();
  await page.addInitScript({ content: watch });
  /** The grid's row count includes its header and its sums. */
  const hasRows = (rows: number) => page.locator(`[role=grid][aria-rowcount="${rows + 2}"]`).waitFor();
  const head = '[role=columnheader]:has-text("Net from")';
  const acts: Readonly<Record<string, () => Promise<void>>> = {
    'open the room': async () => {
      await page.goto(`${url}/app/tiers?ym=${id}`);
      await hasRows(count);
    },
    'filter by typing': async () => {
      await page.locator('[data-search]').focus();
      await page.keyboard.type('gold', { delay: 60 });
      await hasRows(Math.ceil(count / 7));
    },
    scroll: async () => {
      await page.locator('[data-search]').fill('');
      await hasRows(count);
      await page.mouse.move(700, 500);
      for (let step = 0; step < 40; step++) await page.mouse.wheel(0, 2000);
    },
    sort: async () => {
      await page.locator(`${head} button`).click();
      await page.locator(`${head}[aria-sort="ascending"], ${head}[aria-sort="descending"]`).waitFor();
    },
  };
  return async () => {
    const found: [act: string, longestMs: number][] = [];
    for (const [act, run] of Object.entries(acts)) {
      await run();
      found.push([act, await page.evaluate<number>(readLongest)]);
    }
    return found;
  };
}
