import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { DemoUser } from '../service/index.ts';

export interface View {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}

/** A browser window in which a user is signed in. The caller closes it. */
export async function openSignedIn(
  browser: Browser,
  url: string,
  { username, password }: DemoUser,
  { width, height, colorScheme }: View,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale: 'en-US',
    reducedMotion: 'reduce',
  });
  const answer = await context.request.post(`${url}/app/session`, {
    data: { session: { username, password } },
    headers: { 'x-auction-tiers-page': '1' },
  });
  if (answer.ok()) return context;
  await context.close();
  throw new Error(`the session was refused: ${answer.status()} ${await answer.text()}`);
}

/** Resolves once a room is shown and all its reads have finished. */
export async function settle(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}
