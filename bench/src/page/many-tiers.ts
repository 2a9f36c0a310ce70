import type { DemoService } from '@auction-tiers/tools/service';
import { ask } from '../http/ask.ts';
import { limited } from './limited.ts';

interface Element {
  fill(text: string): Promise<void>;
  focus(): Promise<void>;
  click(): Promise<void>;
  waitFor(): Promise<void>;
}

/** What is used of a window of the browser. */
interface Page {
  goto(url: string): Promise<unknown>;
  addInitScript(script: { content: string }): Promise<unknown>;
  evaluate<T>(script: string): Promise<T>;
  readonly keyboard: { type(text: string, options: { delay: number }): Promise<void> };
  locator(selector: string): Element;
  readonly mouse: { move(x: number, y: number): Promise<void>; wheel(x: number, y: number): Promise<void> };
}

const wheels = 40;

/** Keeps the tasks that the browser found longer than 50 ms since the last reading. */
const watch = `globalThis.longTasks = [];
globalThis.longTaskObserver = new PerformanceObserver((list) => longTasks.push(...list.getEntries()));
longTaskObserver.observe({ type: 'longtask' });`;
/** The longest of them, once the page has nothing left to do: what an act leads to may follow what it shows. */
const readLongest = `new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(() => {
  longTasks.push(...longTaskObserver.takeRecords());
  resolve(Math.max(0, ...longTasks.map(({ duration }) => duration)));
  longTasks.length = 0;
}, { timeout: 5000 }), { timeout: 5000 }))`;

/** The second seller's ym-profile with many tiers, and what a user does in the list of them. */
export class ManyTiers {
  readonly #url: string;
  readonly #ymProfileId: number;
  readonly #count: number;

  private constructor(url: string, ymProfileId: number, count: number) {
    this.#url = url;
    this.#ymProfileId = ymProfileId;
    this.#count = count;
  }

  static async create({ url, users }: DemoService, count: number): Promise<ManyTiers> {
    const authorization = users[2]!.api_key;
    const seller = { url, headers: { authorization, 'content-type': 'application/json' } };
    const made = await ask(seller, 'POST', '/ym-profile', { 'ym-profile': { name: 'Many tiers' } });
    const ymProfileId = Number(made['id']);
    const tiers = Array.from({ length: count }, (_, place) => ({
      name: `Tier ${place} ${place % 7 === 0 ? 'gold' : 'plain'}`,
      priority: 1 + (place % 10),
      member_action: 'include',
      min_price: ((place % 900) / 100).toFixed(2),
      buyer_members: [{ id: 101 + (place % 20) }, { id: 101 + ((place + 7) % 20) }],
    }));
    await ask(seller, 'POST', `/ym-profile/import?id=${ymProfileId}`, { tiers });
    return new ManyTiers(url, ymProfileId, count);
  }

  /** Has a window note its long tasks from the next address on. Once for each. */
  static watch = (page: Page): Promise<unknown> => page.addInitScript({ content: watch });

  /**
   * Opens the list, filters it by typing, sorts it, chooses all of it and scrolls through it, as a user does.
   *
   * @param page one that is watched
   * @returns the longest task of each act, ms; 0: none of 50
   */
  async measure(page: Page): Promise<[act: string, longestMs: number][]> {
    const found: [string, number][] = [];
    const act = async (name: string, run: () => Promise<void>) => {
      await limited(`many tiers: ${name}`, run);
      found.push([name, await limited(`many tiers: after ${name}`, () => page.evaluate<number>(readLongest))]);
    };
    const search = page.locator('[data-search]');
    await act('open the room', async () => {
      await page.goto(`${this.#url}/app/tiers?ym=${this.#ymProfileId}`);
      await this.#waitForRows(page, this.#count);
    });
    await act('filter by typing', async () => {
      await search.focus();
      await page.keyboard.type('gold', { delay: 60 });
      await this.#waitForRows(page, Math.ceil(this.#count / 7));
    });
    await act('clear the filter', async () => {
      await search.fill('');
      await this.#waitForRows(page, this.#count);
    });
    await act('scroll', async () => {
      await page.mouse.move(700, 500);
      for (let step = 0; step < wheels; step++) await page.mouse.wheel(0, 2000);
    });
    const head = '[role=columnheader]:has-text("Net min")';
    await act('sort', async () => {
      await page.locator(`${head} button`).click();
      await page.locator(`${head}[aria-sort="ascending"], ${head}[aria-sort="descending"]`).waitFor();
    });
    await act('choose all', async () => {
      await page.locator('[role=columnheader] input[type=checkbox]').click();
      await page.locator('.bulk-bar').waitFor();
    });
    return found;
  }

  /** The grid says how many rows it has, with its head. */
  async #waitForRows(page: Page, count: number): Promise<void> {
    await page.locator(`[role=grid][aria-rowcount="${count + 1}"]`).waitFor();
  }
}
