import { beforeAll, expect, test } from 'vitest';
import { keepAlert, ownAlert } from '../fixture/alert.ts';
import { type Assistant, connectAssistant, keyWith } from '../fixture/assistant.ts';
import { bid, runAuction } from '../fixture/auction-body.ts';
import { createYmProfile } from '../fixture/demo-tier.ts';
import { useService } from '../fixture/service.ts';

const service = useService({ RECORD_AUCTIONS: '1' });
const { send } = service;
const mostCharacters = 8000;

let assistant: Assistant;
let ymProfileId: number;
const auctions = new Map<string, string>();

beforeAll(async () => {
  ymProfileId = (await createYmProfile(send)).id;
  for (const [name, id, count] of [
    ['many', 'b'.repeat(150), 23],
    ['quotes', '"'.repeat(230), 14],
  ] as const) {
    const bids = Array.from({ length: count }, (_, at) => bid(`${id}${at}`, 100 + at, 1 + at / 100));
    await runAuction(send, { ym_profile_id: ymProfileId, seed: name, bids });
  }
  await service.opened.recorder?.settle();
  assistant = await connectAssistant(service.url, await keyWith(service, ['read', 'draft']));
  for (const [name, count] of [
    ['many', 23],
    ['quotes', 14],
  ] as const) {
    const { content } = await assistant.tool('find_auctions', { ym_profile_id: ymProfileId, find: {} });
    const found = content.answer.found.auctions.find((one: { readonly bids: number }) => one.bids === count);
    auctions.set(name, found.id);
  }
  return () => assistant.close();
});

test.for(['explain_auction', 'min_to_win'])('%s of bids whose ids are quotes fits in an answer', async (name) => {
  const { sentences, text } = await assistant.tool(name, {
    ym_profile_id: ymProfileId,
    auction: auctions.get('quotes'),
  });
  expect(JSON.stringify(text).length).toBeLessThanOrEqual(mostCharacters + 2);
  expect(sentences.length).toBeGreaterThan(1);
});

test('what the sentences have no room for stands in the answer or behind its handles', async () => {
  const input = { ym_profile_id: ymProfileId, auction: auctions.get('many') };
  const first = await assistant.tool('min_to_win', input);
  expect(first.sentences.length).toBeLessThan(23);
  const { bids } = first.content.answer.explained;
  for (const handle of first.content.rest.filter((one: string) => one.startsWith('/explained/bids:'))) {
    for (let rest: string | undefined = handle; rest !== undefined; ) {
      const { content, text } = await assistant.tool('min_to_win', { ...input, rest });
      expect(JSON.stringify(text).length).toBeLessThanOrEqual(mostCharacters + 2);
      bids.push(...content.answer);
      rest = content.rest?.find((one: string) => one.startsWith('/explained/bids:'));
    }
  }
  const ids = Array.from({ length: 23 }, (_, at) => `${'b'.repeat(150)}${at}`);
  expect(bids.map((one: { readonly bid_id: string }) => one.bid_id)).toEqual(ids);
});

test('a sentence of today that is cut still has its link', async () => {
  const sentence = 'A buyer bids less than usual. '.repeat(20);
  await keepAlert(service.opened, 1, { ...ownAlert, ym_profile_id: ymProfileId, sentence });
  const { sentences, content } = await assistant.tool('today', { ym_profile_id: ymProfileId });
  const alert = sentences.find((text) => text.includes('A buyer bids less'));
  expect(alert).toMatch(/…$/);
  expect(alert).toContain(`/app/today/alerts?ym=${ymProfileId}`);
  expect(content.answer.sentences.length).toBe(5);
});
