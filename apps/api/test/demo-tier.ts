import type { AuctionTier, YmProfile } from '@auction-tiers/contract';
import { type Answer, type Row, rowOf, rowsOf, type Send } from './request.ts';

/** The first demo seller's ym-profile. */
export async function demoYmProfile(send: Send): Promise<YmProfile> {
  const [found] = rowsOf(await send('GET', '/ym-profile?code=example-news'), 'ym-profiles');
  if (found === undefined) throw new Error('the demo has no ym-profile "example-news"');
  return found;
}

/** A new ym-profile without tiers. */
export async function createYmProfile(send: Send, body: Row = {}): Promise<YmProfile> {
  return rowOf(expectOk(await send('POST', '/ym-profile', { body: { name: 'Empty', ...body } })), 'ym-profile');
}

export async function createTier(send: Send, body: Row): Promise<AuctionTier> {
  return rowOf(
    expectOk(await send('POST', '/ym-auction-tier', { body: { name: 'Tier', ...body } })),
    'ym-auction-tier',
  );
}

export async function createProfile(send: Send, body: Row): Promise<Row & { readonly id: number }> {
  return rowOf(expectOk(await send('POST', '/profile', { body })), 'profile');
}

export async function listTiers(send: Send, query = ''): Promise<readonly AuctionTier[]> {
  return rowsOf(expectOk(await send('GET', `/ym-auction-tier${query}`)), 'ym-auction-tiers');
}

/** The answer itself, when it is a success; what a test builds upon must not fail unseen. */
export function expectOk(answer: Answer): Answer {
  if (answer.status !== 200 || answer.response.status !== 'OK') throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
}
