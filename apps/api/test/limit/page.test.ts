import { maxPageBytes } from '@auction-tiers/contract';
import { beforeAll, expect, test } from 'vitest';
import { expectOk } from '../fixture/demo-tier.ts';
import { largeProfile } from '../fixture/large-profile.ts';
import { type Row, rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { createClient } from '../fixture/trpc-client.ts';

const service = useService();
const { send } = service;

const large = largeProfile(250_000);
const count = 90;

const nextOf = (debug: Row): number | undefined => debug['next_element'] as number | undefined;

beforeAll(async () => {
  for (let made = 0; made < count; made++) expectOk(await send('POST', '/profile', { body: large }));
});

test.for([
  '/profile?name=Large',
  '/profile?name=Large&num_elements=1000',
  '/change-log?service=profile&num_elements=1000',
])(
  'a list of large objects is answered in pages of bounded bytes, which cover each object exactly once: %s',
  async (path) => {
    const seen: number[] = [];
    let start: number | undefined = 0;
    let pages = 0;
    for (; start !== undefined; pages++) {
      const answer = expectOk(await send('GET', `${path}&start_element=${start}`));
      const { response } = answer;
      const key = path.startsWith('/profile') ? 'profiles' : 'change-logs';
      const rows: readonly Row[] = rowsOf(answer, key);
      expect(Buffer.byteLength(JSON.stringify(rows))).toBeLessThanOrEqual(maxPageBytes + rows.length + 1);
      const next = nextOf(response.dbg_info);
      if (next !== undefined) {
        expect(response.num_elements).toBe(rows.length);
        expect(next).toBe(start + rows.length);
        expect(response.dbg_info.warnings.join()).toContain(String(next));
      }
      seen.push(...rows.map((row) => Number(row['id'] ?? row['resource_id'])));
      start = path.includes('num_elements') || next !== undefined ? next : undefined;
    }
    expect(pages).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(count);
  },
);

test('without paging parameters the first page says where the next begins', async () => {
  const { response } = expectOk(await send('GET', '/profile?name=Large'));
  expect(response.count).toBe(count);
  expect((response['profiles'] as unknown[]).length).toBe(nextOf(response.dbg_info));
});

test('the typed client is told the same', async () => {
  const client = createClient(service.url, service.people.seller1.api_key);
  const page = await client.profile.list.query({ filter: { name: 'Large' } });
  expect(page.items.length).toBe(page.next_element);
  expect(page.items.length).toBeLessThan(page.count);
});
