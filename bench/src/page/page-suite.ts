import { join } from 'node:path';
import { ensureBrowser, launchBrowser } from '@auction-tiers/tools/browser';
import { ensurePage, forgetPage, openSignedIn, settle, type View } from '@auction-tiers/tools/page';
import { type DemoService, startDemoService } from '@auction-tiers/tools/service';
import { type Options, type Suite, WrongAnswer } from '../suite/suite.ts';
import type { LongTask, PageFigures, RoomLoad } from './figures.ts';
import { ManyTiers } from './many-tiers.ts';
import { pageText } from './page-report.ts';

const repository = join(import.meta.dirname, '../../..');
const rooms = ['today', 'tiers', 'draft', 'why', 'buyers', 'history', 'markets', 'profiles', 'account'];
/** The list has more tiers than a seller may have by default, as it has one already. */
const withoutLimits = {
  RATE_LIMIT_READS: '0',
  RATE_LIMIT_WRITES: '0',
  RATE_LIMIT_WRITE_MB: '0',
  MAX_TIERS_PER_MEMBER: '20000',
};
const view: View = { width: 1440, height: 900, colorScheme: 'light' };

export const pageSuite: Suite<PageFigures> = {
  summary: 'the page: its build, the first load of every room, long tasks in a list of 10,000 tiers',
  takes: ['rounds', 'quick', 'results'],
  async measure(options, say) {
    const figures = await measurePage(options, say);
    return { figures, text: pageText(figures) };
  },
};

type Browser = Awaited<ReturnType<typeof launchBrowser>>;

async function measurePage({ rounds, isQuick }: Options, say: (line: string) => void): Promise<PageFigures> {
  const found = ensureBrowser(say);
  if (!found.ok) throw new Error(found.issue);
  await forgetPage(repository);
  const buildMs = await timed(() => requirePage(say));
  const unchangedMs = await timed(() => requirePage(say));
  const service = await startDemoService(withoutLimits);
  try {
    const browser = await launchBrowser(found.browser);
    try {
      const times = isQuick ? 1 : rounds;
      const loads: RoomLoad[] = [];
      for (const room of isQuick ? rooms.slice(0, 2) : rooms) {
        say(`first load of ${room}`);
        loads.push(await measureLoad(browser, service, room, times));
      }
      const tiers = isQuick ? 200 : 10_000;
      return {
        buildMs,
        unchangedMs,
        loads,
        tiers,
        longTasks: await measureTasks(browser, service, { tiers, times, say }),
      };
    } finally {
      await browser.close();
    }
  } finally {
    await service.stop();
  }
}

async function requirePage(log: (line: string) => void): Promise<void> {
  const built = await ensurePage({ root: repository, log });
  if (built.status === 'failed') throw new Error(built.why);
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await act();
  return performance.now() - startMs;
}

/** Loads a room in windows of their own, so that nothing is in a cache. Its title tells that it was shown. */
async function measureLoad(
  browser: Browser,
  { url, users }: DemoService,
  room: string,
  times: number,
): Promise<RoomLoad> {
  const shownMs: number[] = [];
  let sizes = { scriptBytes: 0, styleBytes: 0, requests: 0 };
  for (let round = 0; round < times; round++) {
    const tab = await openSignedIn(browser, url, users[1]!, view);
    const page = await tab.newPage();
    const answers: Promise<readonly [kind: string, bytes: number]>[] = [];
    let isShown = false;
    page.on('requestfinished', (request) => {
      // What ends later, such as the live report, is not awaited: the tab is closed under it.
      if (!isShown)
        answers.push(request.sizes().then(({ responseBodySize }) => [request.resourceType(), responseBodySize]));
    });
    const startMs = performance.now();
    await page.goto(`${url}/app/${room}`);
    await settle(page);
    shownMs.push(performance.now() - startMs);
    isShown = true;
    const title = await page.locator('main h1').textContent();
    if (title?.toLowerCase().replaceAll(/\W/g, '') !== room) throw new WrongAnswer(`/app/${room} shows ${title}`);
    const sent = await Promise.all(answers);
    const sum = (wanted: string) => sent.reduce((all, [kind, bytes]) => all + (kind === wanted ? bytes : 0), 0);
    sizes = { scriptBytes: sum('script'), styleBytes: sum('stylesheet'), requests: sent.length };
    await tab.close();
  }
  return { room, ...sizes, shownMs };
}

interface Acts {
  readonly tiers: number;
  readonly times: number;
  readonly say: (line: string) => void;
}

async function measureTasks(browser: Browser, service: DemoService, { tiers, times, say }: Acts): Promise<LongTask[]> {
  const { url, users } = service;
  const many = await ManyTiers.create(service, tiers);
  const context = await openSignedIn(browser, url, users[2]!, view);
  const page = await context.newPage();
  await ManyTiers.watch(page);
  const longest = new Map<string, number[]>();
  for (let round = 0; round < times; round++) {
    say(`${tiers} tiers, round ${round + 1} of ${times}`);
    for (const [act, longestMs] of await many.measure(page)) {
      longest.set(act, [...(longest.get(act) ?? []), longestMs]);
    }
  }
  await context.close();
  return [...longest].map(([act, longestMs]) => ({ act, longestMs }));
}
