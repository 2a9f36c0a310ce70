import { beforeAll, expect, test } from 'vitest';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
let ymProfileId: number;
const names = ['=HYPERLINK("http://example.com";"x")', '+1', '-1', '@x', 'a, "b"', 'plain'];

beforeAll(async () => {
  ({ id: ymProfileId } = await createYmProfile(service.send));
  for (const [at, name] of names.entries()) {
    await createTier(service.send, {
      ym_profile_id: ymProfileId,
      name,
      member_action: 'include',
      min_price: '0.000000',
      buyer_members: [{ id: 101 + at }],
    });
  }
  const bids = names.map((_, at) => ({ id: String(at), member_id: 101 + at, price: 1 + at }));
  expectOk(await service.send('POST', '/auction', { body: { ym_profile_id: ymProfileId, impression: {}, bids } }));
  await service.opened.liveReport.flush();
});

const ask = (accept: string, query = '&group_by=tier') =>
  service.send('GET', `/report?ym_profile_id=${ymProfileId}${query}`, { headers: { accept } });

const textOf = (value: unknown) => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value));

/** Reads CSV as RFC 4180 has it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  for (const line of text.trimEnd().split('\r\n')) {
    const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)];
    rows.push(cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? ''));
  }
  return rows;
}

test('CSV has the attributes of the rows as columns, money with its currency, and the same values', async () => {
  const { response } = expectOk(await ask('application/json'));
  const answer = await ask('text/csv');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/);
  const [columns = [], ...rows] = parseCsv(answer.text);
  const wanted = response['report-rows'] as Row[];
  const isMoney = /^(?:gross|net|forgone|excluded_net|net_cpm)$/;
  const attributes = Object.keys(wanted[0] ?? {});
  expect(columns).toEqual(attributes.map((name) => (isMoney.test(name) ? `${name}_usd` : name)));
  const nameAt = columns.indexOf('tier_name');
  const others = (row: readonly unknown[]) => row.filter((_, at) => at !== nameAt);
  const texts = wanted.map((row) => others(attributes.map((name) => textOf(row[name]))));
  expect(rows.map(others)).toEqual(texts);
});

test('a name that a spreadsheet would run as a formula begins with an apostrophe', async () => {
  const [columns = [], ...rows] = parseCsv((await ask('text/csv')).text);
  const shown = rows.map((row) => row[columns.indexOf('tier_name')]);
  expect(new Set(shown)).toEqual(new Set(names.map((name) => (/^[=+\-@]/.test(name) ? `'${name}` : name))));
});

test('without rows there is the line of columns', async () => {
  const { text } = await ask('text/csv', '&group_by=buyer&start_date=2026-01-01&end_date=2026-01-02');
  expect(text).toMatch(/^buyer_id,buyer_name,is_other,.*\r\n$/);
});

test.for([
  ['text/csv;q=0.5, application/json', 'application/json'],
  ['text/csv, application/json;q=0.5', 'text/csv'],
  ['*/*', 'application/json'],
  ['text/*', 'text/csv'],
] as const)('a client that accepts %s gets %s', async ([accept, type]) => {
  expect((await ask(accept)).headers.get('content-type')).toMatch(new RegExp(`^${type}`));
});

test('other media types are refused, and CSV by other paths', async () => {
  const answer = await ask('text/html');
  expect(answer.status).toBe(406);
  expect(answer.response.error).toContain('text/csv');
  const tiers = await service.send('GET', '/ym-auction-tier', { headers: { accept: 'text/csv' } });
  expect(tiers.status).toBe(406);
});

test('an error is JSON for a client of CSV, too', async () => {
  const answer = await ask('text/csv', '&group_by=x');
  expect(answer.status).toBe(400);
  expect(answer.response.error_id).toBe('SYNTAX');
});
