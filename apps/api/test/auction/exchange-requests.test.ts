import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { createYmProfile } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const folder = resolve(import.meta.dirname, '../../../../../shared/data/openrtb');
const isAbsent = !existsSync(folder);
if (isAbsent) console.warn(`SKIPPED: there are no requests of exchanges in ${folder}; none of them is auctioned`);

const { send } = useService();

interface Sample {
  readonly name: string;
  readonly bid_request: { readonly imp?: readonly Row[] };
  readonly bid_responses?: readonly Row[];
}

/** One bid of the demo's buyer 107 on each impression, where a sample has requests alone. */
const answerTo = ({ imp = [] }: Sample['bid_request']): Row => ({
  cur: 'USD',
  seatbid: [{ seat: '107', bid: imp.map(({ id }, index) => ({ id: `b${index}`, impid: String(id), price: 9 })) }],
});

// How many requests a file has, and what is said of those that nobody auctions: OpenRTB 1 names no impression by `id`.
test.skipIf(isAbsent).for([
  { file: 'auctions', count: 42, refused: [] },
  { file: 'requests', count: 33, refused: [] },
  {
    file: 'exchange-requests',
    count: 28,
    refused: ['bid_request.imp[0].id is missing; allowed is a text that is not empty'],
  },
])('all $count requests of $file are auctioned, but for those that cannot be', async ({ file, count, refused }) => {
  const { id } = await createYmProfile(send, { name: `Requests of ${file}` });
  const lines = readFileSync(resolve(folder, `${file}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  expect(lines).toHaveLength(count);
  const said: unknown[] = [];
  for (const line of lines) {
    const { name, bid_request: request, bid_responses: responses = [answerTo(request)] } = JSON.parse(line) as Sample;
    const body = { bid_request: request, bid_responses: responses };
    const { status, json } = await send('POST', `/openrtb2/auction?ym_profile_id=${id}`, { body });
    const { response } = json as { readonly response: { readonly auctions?: readonly Row[]; readonly error?: string } };
    if (status === 400) said.push(response.error);
    else {
      expect([name, status, response.auctions?.length]).toEqual([name, 200, request.imp?.length]);
      expect([name, response.auctions?.filter((auction) => 'error' in auction)]).toEqual([name, []]);
    }
  }
  expect(said).toEqual(refused);
});
