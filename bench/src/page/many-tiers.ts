import type { DemoService } from '@auction-tiers/tools/service';
import { WrongAnswer } from '../suite/suite.ts';

/** What is used of a window of the browser. */
interface Page {
  goto(url: string): Promise<unknown>;
  evaluate<T>(script: string): Promise<T>;
  readonly keyboard: { type(text: string, options: { delay: number }): Promise<void> };
  locator(selector: string): { fill(text: string): Promise<void>; focus(): Promise<void>; waitFor(): Promise<void> };
  readonly mouse: { move(x: number, y: number): Promise<void>; wheel(x: number, y: number): Promise<void> };
}

/** The tasks that the browser found longer than 50 ms since the last reading, and the longest of them. */
const watch = `globalThis.longTasks = [];
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: 'longtask' });`;
const readLongest = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
  resolve(Math.max(0, ...longTasks));
  longTasks.length = 0;
})))`;

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
    const ask = async (method: string, path: string, body?: object) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(`${url}${path}`, { method, headers, ...sent });
      const { response } = (await answer.json()) as { response: Record<string, unknown> };
      if (answer.status !== 200) throw new WrongAnswer(`${method} ${path}: ${String(response['error'])}`);
      return response;
    };
    const made = await ask('POST', '/ym-profile', { 'ym-profile': { name: 'Many tiers' } });
    const ymProfileId = Number(made['id']);
    const tiers = Array.from({ length: count }, (_, place) => ({
      name: `Tier ${place} ${place % 7 === 0 ? 'gold' : 'plain'}`,
      priority: 1 + (place % 10),
      member_action: 'include',
      min_price: ((place % 900) / 100).toFixed(2),
      buyer_members: [{ id: 101 + (place % 20) }, { id: 101 + ((place + 7) % 20) }],
    }));
    await ask('POST', `/ym-profile/import?id=${ymProfileId}`, { tiers });
    return new ManyTiers(url, ymProfileId, count);
  }

  /** Opens the list, filters it by typing, and scrolls through it. Gives the longest task of each act, ms; 0: none of 50. */
  async measure(page: Page): Promise<[act: string, longestMs: number][]> {
    await page.goto(`${this.#url}/app/tiers?ym=${this.#ymProfileId}`);
    await this.#waitForRows(page, this.#count);
    await page.evaluate(watch);
    const found: [string, number][] = [];
    await page.locator('[data-search]').focus();
    await page.keyboard.type('gold', { delay: 60 });
    await this.#waitForRows(page, Math.ceil(this.#count / 7));
    found.push(['filter by typing', await page.evaluate<number>(readLongest)]);
    await page.locator('[data-search]').fill('');
    await this.#waitForRows(page, this.#count);
    found.push(['clear the filter', await page.evaluate<number>(readLongest)]);
    await page.mouse.move(700, 500);
    for (let step = 0; step < 40; step++) await page.mouse.wheel(0, 2000);
    found.push(['scroll', await page.evaluate<number>(readLongest)]);
    return found;
  }

  /** The grid says how many rows it has, with its head. */
  async #waitForRows(page: Page, count: number): Promise<void> {
    await page.locator(`[role=grid][aria-rowcount="${count + 1}"]`).waitFor();
  }
}
