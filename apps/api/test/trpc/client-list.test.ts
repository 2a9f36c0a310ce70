import { readFile } from 'node:fs/promises';
import { createClient, isServiceError } from '@auction-tiers/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { listExample } from '../fixture/client-list-example.ts';
import { createTier, demoYmProfile } from '../fixture/demo-tier.ts';
import { rowsOf } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';
import { type Client, failureOf } from '../fixture/trpc-client.ts';

const service = useService();
let client: Client;
beforeAll(async () => {
  client = createClient({ url: service.url, apiKey: service.people.seller1.api_key });
});

const root = new URL('../../../../', import.meta.url);

describe("the client's README", () => {
  test('has the example of a filtered list as it is here, and says what it prints', async () => {
    const readme = await readFile(new URL('libs/client/README.md', root), 'utf8');
    const source = await readFile(new URL('../fixture/client-list-example.ts', import.meta.url), 'utf8');
    const [, section = ''] = /^## Lists\n(.*?)^## /ms.exec(readme) ?? [];
    const [, shown = '', output] = /^```ts\n(.*?)^```\n\n```\n(.*?)^```/ms.exec(section) ?? [];
    const [, run = ''] = /=> \{\n(.*)^\};/ms.exec(source) ?? [];
    expect(shown).toBe(run.replaceAll(/^ {2}/gm, ''));

    const printed: unknown[] = [];
    await listExample(client, { log: (...values) => void printed.push(...values) });
    expect(`${printed.join(' ')}\n`).toBe(output);
  });
});

async function named(name: string | string[]): Promise<readonly string[]> {
  const { items } = await client.tier.list.query({ filter: { name } });
  return items.map((tier) => tier.name);
}

describe('filters of a typed list', () => {
  beforeAll(async () => {
    const { id } = await demoYmProfile(service.send);
    for (const name of ['Smith, Co', 'Smith', 'Co']) await createTier(service.send, { name, ym_profile_id: id });
  });

  test('a text is one value, whatever it contains; several values are a list', async () => {
    expect(await named('smith, co')).toEqual(['Smith, Co']);
    expect(await named(['Smith, Co', 'co'])).toEqual(['Smith, Co', 'Co']);
    expect(await named('Smith\\, Co')).toEqual([]);
  });

  test('every form lists what REST lists', async () => {
    const cases = [
      [{ not_priority: [5, 7], null_profile_id: true }, 'not_priority=5,7&null_profile_id=true'],
      [{ min_min_price: 1.5, max_min_price: '4' }, 'min_min_price=1.5&max_min_price=4'],
      [{ like_name: 'PAIR', member_action: ['include'] }, 'like_name=PAIR&member_action=include'],
    ] as const;
    for (const [filter, query] of cases) {
      const { items } = await client.tier.list.query({ filter });
      expect(items.length).toBeGreaterThan(0);
      expect(items).toEqual(rowsOf(await service.send('GET', `/ym-auction-tier?${query}`), 'ym-auction-tiers'));
    }
    const found = await client.ymProfile.list.query({ filter: { publisher_id: 9 } });
    expect(found.items.map(({ code }) => code)).toEqual(['example-news']);
    const markets = await client.dma.list.query({ filter: { like_name: 'IN', active: [true, false] } });
    expect(markets.items.map(({ name }) => name)).not.toContain('Binghamton NY');
  });

  test.for<[object, string, readonly string[]]>([
    [{ nmae: 'x' }, 'nmae', ['name', 'priority', 'min_', 'null_']],
    [{ null_priority: true }, 'null_priority', ['priority', 'null_ on nullable']],
    [{ member_action: 'includ' }, 'member_action', ['include', 'exclude']],
    [{ null_code: 'yes' }, 'null_code', ['true', 'false']],
    [{ priority: '5,7' }, 'priority', ['int']],
  ])('%j is a BAD_REQUEST that names what is allowed', async ([filter, path, allowed]) => {
    const error = await failureOf(client.tier.list.query({ filter }));
    if (!isServiceError(error)) throw error;
    expect(error.data).toMatchObject({ code: 'BAD_REQUEST', httpStatus: 400, error_id: 'SYNTAX', issues: [{ path }] });
    for (const text of allowed) expect(error.message).toContain(text);
  });
});
