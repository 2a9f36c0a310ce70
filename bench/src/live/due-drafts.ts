import { setTimeout } from 'node:timers/promises';
import { type AuctionTier, dateText, type Draft } from '@auction-tiers/contract';
import type { Client } from '@auction-tiers/store';
import { ask, type Asked } from '../http/ask.ts';
import { WrongAnswer } from '../suite/suite.ts';

/** How drafts become due. */
export interface Schedule {
  readonly drafts: number;
  /** From now to the first due moment. */
  readonly leadMs: number;
  /** Drafts that are due at the same moment; the next ones are due a second later. */
  readonly atOnce: number;
}

interface DueDraft {
  readonly id: number;
  readonly tierId: number;
  readonly dueMs: number;
}

type Headers = Asked['headers'];

const wanted = '9.000000';

/** Creates a ym-profile with a tier and a draft that changes its price. Gives the ids of draft and tier. */
async function createDraft(seller: Asked, name: string) {
  const { id: ym_profile_id } = await ask(seller, 'POST', '/ym-profile', { name });
  const tier = { name, ym_profile_id, member_action: 'include', min_price: '2.00', buyer_members: [{ id: 101 }] };
  const { id: tierId } = await ask(seller, 'POST', '/ym-auction-tier', tier);
  const { draft } = await ask(seller, 'POST', `/draft?from=${String(ym_profile_id)}`, {});
  const { id, tier_set: tierSet } = draft as Draft;
  const tiers = tierSet.tiers.map((one) => ({ ...one, min_price: wanted }));
  await ask(seller, 'PUT', `/draft?id=${id}`, { tier_set: { ...tierSet, tiers } });
  return { id, tierId: Number(tierId) };
}

/** Schedules drafts, in turn of each seller. `meanwhile`: what is done between the last schedule and the first due moment. */
export async function measureDue(
  client: Client,
  url: string,
  sellers: readonly Headers[],
  { drafts, leadMs, atOnce }: Schedule,
  meanwhile: () => Promise<string> = async () => url,
): Promise<number[]> {
  const made = [];
  for (let at = 0; at < drafts; at++) {
    const headers = sellers[at % sellers.length]!;
    made.push({ headers, ...(await createDraft({ url, headers }, `Due ${at}`)) });
  }
  const firstMs = Math.ceil((Date.now() + leadMs) / 1000) * 1000;
  const due: DueDraft[] = [];
  for (const [at, { headers, id, tierId }] of made.entries()) {
    const dueMs = firstMs + Math.floor(at / atOnce) * 1000;
    await ask({ url, headers }, 'POST', `/draft/publish?id=${id}`, { at: dateText(dueMs) });
    due.push({ id, tierId, dueMs });
  }
  const there = await meanwhile();
  const published = await untilPublished(client, due);
  for (const [at, { headers, id, tierId }] of made.entries()) {
    const seller = { url: there, headers };
    const tier = (await ask(seller, 'GET', `/ym-auction-tier?id=${tierId}`))['ym-auction-tier'] as AuctionTier;
    const draft = (await ask(seller, 'GET', `/draft?id=${id}`))['draft'] as Draft;
    if (tier.min_price !== wanted || draft.state !== 'published') {
      throw new WrongAnswer(`draft ${id} is ${draft.state} and its tier asks for ${tier.min_price}, number ${at}`);
    }
  }
  return due.map(({ id, dueMs }) => published.get(id)! - dueMs);
}

const patienceMs = 60_000;
const partitions = 16;

/** When each draft was published, by the change stream. Throws where one was published twice, or not at all. */
async function untilPublished(client: Client, due: readonly DueDraft[]): Promise<ReadonlyMap<number, number>> {
  const endMs = Math.max(...due.map(({ dueMs }) => dueMs)) + patienceMs;
  for (;;) {
    const found = await readPublished(client, due);
    const missing = due.filter(({ id }) => !found.has(id));
    if (missing.length === 0) {
      // A second publish would come soon after.
      await setTimeout(1000);
      return readPublished(client, due);
    }
    if (Date.now() > endMs) throw new WrongAnswer(`${missing.length} of ${due.length} drafts were not published`);
    await setTimeout(100);
  }
}

async function readPublished(client: Client, due: readonly DueDraft[]): Promise<ReadonlyMap<number, number>> {
  const ids = new Map(due.map(({ id, tierId }) => [id, tierId]));
  const found = new Map<number, number>();
  for (let partition = 0; partition < partitions; partition++) {
    const entries = (await client.call('XRANGE', `at:{p${partition}}:changes`, '-', '+')) as [string, string[]][];
    for (const [, flat] of entries) {
      const fields = new Map<string, string>();
      for (let at = 0; at < flat.length; at += 2) fields.set(flat[at]!, flat[at + 1]!);
      const id = Number(fields.get('draft_id'));
      if (fields.get('kind') !== 'publish' || fields.get('service') !== 'ym-auction-tier') continue;
      if (Number(fields.get('id')) !== ids.get(id)) continue;
      if (found.has(id)) throw new WrongAnswer(`draft ${id} was published twice`);
      found.set(id, Number(fields.get('time_ms')));
    }
  }
  return found;
}
