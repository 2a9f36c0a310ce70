import { type Browser, launchBrowser } from '@auction-tiers/tools/browser';
import { ensurePage } from '@auction-tiers/tools/page';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Person } from '../fixture/instance.ts';

const repository = join(import.meta.dirname, '../../../..');
const stepMs = 60_000;

/** Where the page is served, and who uses it. */
interface Visit {
  readonly browser: Browser;
  /** Of the balancer. */
  readonly url: string;
  readonly user: Person;
  /** The id of one that differs from live. */
  readonly draft: number;
  /** Has a colleague rename it. */
  readonly rename: (name: string) => Promise<unknown>;
  /** How many auctions all replicas have recorded. */
  readonly auctions: number;
}

/**
 * A seller signs in, opens a draft, renames it, sees a colleague rename it, tries it, sees the report of all recorded
 * auctions, and goes through those by buyer. Fails where the console says anything.
 */
export async function tryOnThePage({ browser, url, user, draft, rename, auctions }: Visit): Promise<void> {
  await ensurePage({ root: repository, log: (line) => process.stderr.write(`${line}\n`) });
  const window = await launchBrowser(browser);
  try {
    const page = await window.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
    page.setDefaultTimeout(stepMs);
    const said: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) said.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => said.push(String(error)));
    await page.goto(`${url}/app/draft?ym=1&draft=${draft}`);
    await page.getByLabel('Username').fill(user.username);
    await page.locator('input[type=password]').fill(user.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Of two hosts');
    await page.keyboard.press('Enter');
    await page.locator('.draft-name').getByText('Of two hosts').waitFor();
    // One replica tells the page of a change, and another one answers what it reads then.
    for (let time = 1; time <= 8; time++) {
      await rename(`Renamed ${time} times`);
      await page.locator('.draft-name').getByText(`Renamed ${time} times`).waitFor();
    }
    await page.getByRole('button', { name: 'Try it', exact: true }).click();
    await page.locator('.comparison-figure').waitFor();
    const count = auctions.toLocaleString('en-US');
    await page.getByText(`Based on ${count} recorded auctions`).waitFor();
    // This room reads the auctions themselves, part by part.
    await page.getByRole('link', { name: 'Buyers', exact: true }).click();
    await page.getByText(`From ${count} recorded auctions`).waitFor();
    expect(said).toEqual([]);
  } finally {
    await window.close();
  }
}
