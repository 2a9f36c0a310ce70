import { existsSync } from 'node:fs';
import type { Deps } from '../handlers/request/deps.ts';
import type { Settings } from '../settings/settings.ts';
import { credentialsFile } from './credentials-file.ts';

/** What is printed once the service listens; scripts wait for `ready` and the address. */
export function greeting(
  { mirror, store }: Pick<Deps, 'mirror' | 'store'>,
  settings: Settings,
  url: string,
  { isFirst, hasPage }: { readonly isFirst: boolean; readonly hasPage: boolean },
): string {
  const file = credentialsFile(settings.DATA_DIR);
  const hasCredentials = existsSync(file);
  const lines = [`ready ${url}`];
  if (hasPage) {
    const where = hasCredentials ? `; usernames and passwords are in ${file}` : '';
    lines.push(`  The page for people who set tiers is at ${url}/app/${where}`);
  } else lines.push(`  The page for people who set tiers is not built; ${url}/app/ says how to build it`);
  lines.push(`  All operations are described at ${url}/docs`);
  if (store.history.held !== null) lines.push(`  ${store.history.held}`);
  if (isFirst)
    lines.push(
      `  An administrator${settings.DEMO ? ' and two demo sellers were' : ' was'} set up; the credentials are in ${file}`,
    );
  const demo = mirror.rows('ym-profile', 1).find(({ code }) => code === 'example-news');
  if (demo !== undefined && hasCredentials)
    lines.push('', 'Try it: who wins, and by which tier?', '', tryIt(url, demo.id, file), '');
  else if (!hasCredentials) lines.push(`  Requests need a key: npm run admin -- create-key makes one`);
  return `${lines.join('\n')}\n`;
}

/** The greeting with the address of the metrics, after its first line. */
export const withMetrics = (text: string, url: string): string =>
  text.replace('\n', `\n  Metrics for Prometheus are at ${url}/metrics\n`);

/** A request that works when it is pasted: the key is read from the file, so that it never appears on a screen. */
function tryIt(url: string, ymProfileId: number, file: string): string {
  const body = JSON.stringify({
    ym_profile_id: ymProfileId,
    impression: { country: 'US', dma: 501 },
    bids: [
      { id: 'a', member_id: 107, price: 2 },
      { id: 'b', member_id: 107, price: 2.352942 },
      { id: 'c', member_id: 110, price: 5 },
    ],
  });
  const key = `$(grep demo-seller-1 '${file}' | sed 's/.*"api_key":"\\([^"]*\\)".*/\\1/')`;
  return [
    `curl -s ${url}/auction -H 'content-type: application/json' \\`,
    `  -H "authorization: ${key}" \\`,
    `  -d '${body}'`,
  ].join('\n');
}
