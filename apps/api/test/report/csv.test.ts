import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row } from '../fixture/request.ts';
import { useService } from '../fixture/service.ts';

const service = useService();
let ymProfileId: number;
const names = ['=HYPERLINK("http://example.com";"x")', '+1', '-1', '@x', 'a, "b"', 'Zürich 東京'];

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
function parseCsv(text: string, separator = ','): string[][] {
  const rows: string[][] = [];
  for (const line of text.trimEnd().split('\r\n')) {
    const cells = [...line.matchAll(new RegExp(`(?:^|${separator})(?:"((?:[^"]|"")*)"|([^${separator}"]*))`, 'g'))];
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

const isFigure = (column: string) => /_usd$|^win_rate$/.test(column);

test.for(['de', 'de-CH', 'fr-CA', 'en-GB'])(
  'in the locale %s figures are written as a spreadsheet there reads them',
  async (locale) => {
    const hasCommas = locale === 'de' || locale === 'fr-CA';
    const plain = parseCsv((await ask('text/csv')).text);
    const { text } = await ask('text/csv', `&group_by=tier&locale=${locale}`);
    const [columns = [], ...rows] = hasCommas ? parseCsv(text, ';') : parseCsv(text);
    expect(columns).toEqual(plain[0]);
    expect(rows).toEqual(
      plain
        .slice(1)
        .map((row) => row.map((cell, at) => (hasCommas && isFigure(columns[at]!) ? cell.replace('.', ',') : cell))),
    );
    expect(rows.some((row) => row.includes(hasCommas ? '0,006000000' : '0.006000000'))).toBe(true);
  },
);

test('a locale that is none is refused, naming what is allowed', async () => {
  const answer = await ask('text/csv', '&group_by=tier&locale=de_');
  expect(answer.status).toBe(400);
  expect(answer.response.error).toMatch(/locale.*`de` or `en-US`/);
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

const run = promisify(execFile);
const office = 'soffice';
const hasOffice = await run(office, ['--version']).then(
  () => true,
  () => false,
);
if (!hasOffice) console.warn(`${office} is not installed: the CSV of the report is not opened by LibreOffice here`);

/** The cells of a flat OpenDocument sheet, by row: numbers as such, text as it is shown. */
function readSheet(xml: string): (string | number)[][] {
  const words: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
  const plain = (text: string) =>
    text.replaceAll(/<[^>]*>/g, '').replaceAll(/&(\w+);/g, (_, name: string) => words[name]!);
  return [...xml.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
      ([, head = '', body = '']) => {
        const value = /office:value="([^"]*)"/.exec(head)?.[1];
        const cell = value === undefined ? plain(body).trim() : Number(value);
        return Array.from({ length: Number(/columns-repeated="(\d+)"/.exec(head)?.[1] ?? 1) }, () => cell);
      },
    ),
  );
}

test.runIf(hasOffice)(
  'LibreOffice reads the headings, the letters of names, and money as numbers',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'report-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const answer = await fetch(`${service.url}/report?ym_profile_id=${ymProfileId}&group_by=tier,hour`, {
      headers: { authorization: service.people.seller1.api_key, accept: 'text/csv' },
    });
    await writeFile(join(folder, 'report.csv'), Buffer.from(await answer.arrayBuffer()));
    const profile = `-env:UserInstallation=file://${folder}/office`;
    // What the window of the import finds by the byte order mark is told here, as there is none: comma, quotes, UTF-8.
    const form = '--infilter=CSV:44,34,76';
    const paths = ['--outdir', folder, join(folder, 'report.csv')];
    await run(office, [profile, '--headless', form, '--convert-to', 'fods', ...paths]);
    const [heads = [], ...rows] = readSheet(await readFile(join(folder, 'report.fods'), 'utf8'));
    expect(heads.slice(0, 3)).toEqual(['hour (UTC)', 'tier_id', 'tier_name']);
    expect(heads).toEqual(expect.arrayContaining(['gross_usd', 'net_usd', 'net_cpm_usd']));
    const { response } = expectOk(await ask('application/json', '&group_by=tier,hour'));
    for (const wanted of response['report-rows'] as Row[]) {
      const row = rows.find((cells) => cells[heads.indexOf('tier_id')] === wanted['tier_id'])!;
      const cell = (name: string) => row[heads.indexOf(name)];
      expect(String(cell('tier_name')).replace(/^'/, '')).toBe(wanted['tier_name']);
      for (const name of ['gross', 'net', 'forgone']) expect(cell(`${name}_usd`)).toBe(Number(wanted[name]));
      expect(cell('bids')).toBe(wanted['bids']);
      expect(String(cell('hour (UTC)'))).toMatch(/^\d{4}-\d\d-\d\d \d\d:00 \+00:00$/);
    }
  },
  120_000,
);
