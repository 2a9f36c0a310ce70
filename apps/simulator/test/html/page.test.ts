import { formatEarned } from '@auction-tiers/tier-engine';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooseFee } from '../../src/log/auction/fee.ts';
import { compare } from '../../src/run/compare.ts';
import { replay } from '../../src/run/replay.ts';
import { loadSmall } from '../compare/tier-set.ts';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { loadTierSet, smallLogText, writeLog, writeTierSet } from '../fixture/small-log.ts';
import { parsePage } from './document.ts';
import type { Reports } from './report.ts';
import { createReports, mapLeaves, withAmounts, withText } from './report.ts';
import { compareHtml, replayHtml } from '../document/write.ts';

const numRuns = 12;
let folder: string;
let reports: Reports;
/** The same with few rows of everything: quick to write many times. */
let few: Reports;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'auction-tiers-html-'));
  reports = await createReports(folder, 150);
  few = shorten(reports) as Reports;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pages = [
  { name: 'comparison', write: ({ compared }: Reports) => compareHtml(compared) },
  { name: 'replay', write: ({ replayed }: Reports) => replayHtml(replayed) },
];

/** Checks that a page is valid HTML, and that no value is one of `NaN`, `undefined` and the like. */
function expectSound(page: string): void {
  const { elements, problems } = parsePage(page);
  expect(problems).toEqual([]);
  const values = elements.flatMap(({ attributes }) => [...attributes.values()]);
  const texts = elements.filter(({ tag }) => tag === 'main').map(({ text }) => text());
  const odd = [...values, ...texts].flatMap(
    (text) => text.match(/.{0,20}(?:NaN|undefined|Infinity|\[object|\de[+-]\d+).{0,20}/) ?? [],
  );
  expect(odd).toEqual([]);
  const sides = elements.flatMap(({ attributes }) => [attributes.get('width') ?? '', attributes.get('height') ?? '']);
  expect(sides.filter((side) => side.startsWith('-'))).toEqual([]);
}

describe.for(pages)('the page of a $name', ({ write }) => {
  test('makes no request and has no script', () => {
    const { elements } = parsePage(write(reports));
    const tags = new Set(elements.map(({ tag }) => tag));
    for (const tag of ['script', 'link', 'img', 'iframe', 'object', 'embed', 'base', 'form', 'foreignObject', 'use']) {
      expect(tags).not.toContain(tag);
    }
    for (const { attributes } of elements) {
      for (const [name, value] of attributes) {
        expect(name).not.toMatch(/^on|^src|^style$|^xlink/);
        if (name === 'href') expect(value).toMatch(/^#[a-z-]+$/);
      }
    }
    const policy = elements.find(({ attributes }) => attributes.get('http-equiv') === 'Content-Security-Policy');
    expect(policy?.attributes.get('content')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*'; /);
  });

  test('is well formed: ids are unique, and every reference leads to one', () => {
    const page = write(reports);
    expectSound(page);
    const { elements } = parsePage(page);
    const ids = elements.flatMap(({ attributes }) => attributes.get('id') ?? []);
    expect(ids).toEqual([...new Set(ids)]);
    const named = elements.flatMap(({ attributes }) => [
      ...(attributes.get('aria-labelledby')?.split(' ') ?? []),
      ...(attributes.get('href')?.slice(1).split(' ') ?? []),
    ]);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });

  test('tables have captions, rows and columns have headings, and charts have titles', () => {
    const { elements } = parsePage(write(reports));
    const of = (tag: string) => elements.filter((element) => element.tag === tag);
    expect(of('table').length).toBeGreaterThan(3);
    expect(of('caption')).toHaveLength(of('table').length);
    for (const { attributes } of of('th')) expect(attributes.get('scope')).toMatch(/^(?:row|col)$/);
    expect(of('h1')).toHaveLength(1);
    for (const { attributes } of of('svg')) {
      expect([attributes.get('role'), attributes.get('aria-hidden')]).toEqual(
        attributes.has('role') ? ['img', undefined] : [undefined, 'true'],
      );
    }
  });

  test('no text of a report becomes an element or an attribute', () => {
    const { structure } = parsePage(write(withTexts(few, 'x')));
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom(
        '</title><script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        "' onmouseover='x",
        '</svg></style><b>',
        '<!-- ',
        ']]>',
        '\u202egnp.exe',
        '\0',
        '&lt;b&gt;',
        '👩‍👩‍👧‍👦'.repeat(200),
        'w'.repeat(10_000),
      ),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const parsed = parsePage(write(withTexts(few, text)));
        expect(parsed.problems).toEqual([]);
        expect(parsed.structure).toBe(structure);
      }),
      { numRuns },
    );
  });

  test('whatever the amounts, every coordinate is a number', () => {
    const amount = fc.oneof(
      fc.constantFrom('0.000000000', '0.000000001', '-0.000000001', '9007199254740991.000000000'),
      fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map(formatEarned),
      fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }).map(formatEarned),
    );
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 7 }), (amounts) => {
        const amountAt = (index: number) => amounts[index % amounts.length]!;
        expectSound(
          write({
            compared: withAmounts(few.compared, amountAt),
            replayed: withAmounts(few.replayed, amountAt),
          }),
        );
      }),
      { numRuns },
    );
  });

  test('whatever the counts, every coordinate is a number', () => {
    const counts = fc.constantFrom(0, 1, 7, 1e9, Number.MAX_SAFE_INTEGER);
    fc.assert(
      fc.property(fc.array(counts, { minLength: 1, maxLength: 7 }), (values) => {
        let index = 0;
        const change = (leaf: unknown, key: string) =>
          typeof leaf === 'number' && countKeys.has(key) ? values[index++ % values.length] : leaf;
        expectSound(write(mapLeaves(few, change) as Reports));
      }),
      { numRuns },
    );
  });

  test.for([
    { log: '', what: 'no auctions' },
    { log: 'broken\n', what: 'a broken line' },
    { log: `${JSON.stringify({ ym_profile_id: 1, bids: [] })}\n`, what: 'an auction without bids' },
    {
      log: `${JSON.stringify({ ym_profile_id: 1, bids: [{ id: 'a', member_id: 101, price: 5 }] })}\n`,
      what: 'one bid',
    },
  ])('of a log with $what has sentences instead of empty charts', async ({ log }) => {
    const page = write(await createReports(createFolder(), log));
    expectSound(page);
    const { elements } = parsePage(page);
    const sections = elements.filter(({ tag, attributes }) => tag === 'section' && attributes.has('aria-labelledby'));
    for (const { text } of sections) expect(text().trim().split('\n').length).toBeGreaterThan(1);
    for (const { classes } of elements.filter(({ attributes }) => attributes.get('role') === 'img')) {
      expect(classes()).toEqual(expect.arrayContaining(['mark']));
    }
  });
});

test('the page of a comparison names its files with their hashes', async () => {
  const own = createFolder();
  const [log, tiers] = [writeLog(own, smallLogText, 'monday.jsonl'), writeTierSet(own)];
  const loaded = loadTierSet(tiers);
  const order = { current: loaded, draft: loaded, seed: 's', elasticity: -0.5 };
  const report = await compare({ ...order, files: [log], fee: chooseFee({}) });
  const { elements } = parsePage(compareHtml(report));
  const facts = new Map(
    elements
      .filter(({ tag, text }) => tag === 'div' && /^(?:Current|Draft|Log|Elast)/.test(text()))
      .map(({ text }) => text().split(/(?<=file|SHA-256|^Log|verdict)/u))
      .map(([term = '', ...value]) => [term, value.join('')] as const),
  );
  const sha256 = createHash('sha256').update(readFileSync(tiers)).digest('hex');
  expect(facts.get('Draft: file')).toBe(basename(tiers));
  expect(facts.get('Current tiers: SHA-256')).toBe(sha256);
  expect(facts.get('Log')).toBe(`1\u00a0file, ${smallLogText.length.toLocaleString('en-US')}\u00a0bytes`);
  expect(facts.get('Elasticity of the verdict')).toBe('−0.5');
  expect(elements.find(({ tag }) => tag === 'header')?.text()).toContain('monday.jsonl');
  const rows = elements.filter(({ tag, attributes }) => tag === 'th' && attributes.get('scope') === 'row');
  const texts = rows.map(({ text }) => text());
  expect(texts).toEqual(
    expect.arrayContaining([expect.stringMatching(/^−0\.5: .*verdict/), expect.stringMatching(/^0:/)]),
  );
});

test('the page of a replay names its tier set file with its hash', async () => {
  const own = createFolder();
  const tiers = writeTierSet(own);
  const order = {
    files: [writeLog(own, smallLogText)],
    loaded: loadTierSet(tiers),
    target: undefined,
    fee: chooseFee({}),
  };
  const { report } = await replay({ ...order, isStrict: true, onBrokenLine: () => {} });
  const { elements } = parsePage(replayHtml(report));
  const sha256 = createHash('sha256').update(readFileSync(tiers)).digest('hex');
  const facts = elements.filter(({ tag }) => tag === 'dd').map(({ text }) => text());
  expect(facts).toEqual(expect.arrayContaining([basename(tiers), sha256]));
  expect(report.tier_set).toMatchObject({ file: tiers, sha256 });
});

test('a draft that only moves a tier shows both priorities; a row without an interval is not called unclear', async () => {
  const own = createFolder();
  const log = writeLog(own, smallLogText);
  const draft = loadSmall((all) => all.map((tier) => (tier.id === 2 ? { ...tier, priority: 1 } : tier)).slice(1));
  const order = { current: loadSmall(), draft, seed: 's' };
  const report = await compare({ ...order, files: [log], fee: chooseFee({}) });
  const { elements } = parsePage(compareHtml(report));
  const rows = elements.filter(({ tag }) => tag === 'tr').map(({ text }) => text());
  expect(rows).toContainEqual(expect.stringMatching(/^2 tier 25, excludes → 1, excludes/));
  expect(rows).toContainEqual(expect.stringMatching(/^1 tier 1 removed7\d/));
  expect(elements.find(({ tag }) => tag === 'main')?.text()).not.toContain('unclear');
});

test('a noun after 1 is in the singular', async () => {
  const own = createFolder();
  const log = writeLog(own, smallLogText);
  const draft = loadSmall((all) => all.filter(({ id }) => id !== 2));
  const order = { current: loadSmall(), draft, seed: 's' };
  const report = await compare({ ...order, files: [log], fee: chooseFee({}) });
  const pageText = parsePage(compareHtml(report))
    .elements.find(({ tag }) => tag === 'main')!
    .text();
  expect(pageText).toContain('More revenue in 1\u00a0auction, less in 0. The same in 3 (75.00\u00a0%)');
  expect(pageText.match(/\b1[\u00a0 ](?:auction|hour|day|bid|row|tier|buyer)s\b/g)).toBeNull();
});

test('commands write the pages', async () => {
  const own = createFolder();
  writeLog(own, smallLogText);
  writeTierSet(own);
  const tiers = 'small.tiers.json';
  const compared = await runSimulator(own, [
    'compare',
    '--in',
    'log.jsonl',
    '--current',
    tiers,
    '--draft',
    tiers,
    '--html',
    'c.html',
  ]);
  expect(compared).toMatchObject({ exitCode: 0, stderr: '' });
  expect(readFileSync(join(own, 'c.html'), 'utf8')).toMatch(/^<!doctype html>[^]*No effect[^]*<\/html>\n$/);
  const replayed = await runSimulator(own, [
    'replay',
    '--in',
    'log.jsonl',
    '--tiers',
    tiers,
    '--html',
    'no-such-folder/r.html',
  ]);
  expect(replayed.exitCode).toBe(2);
  expect(replayed.stderr).toMatch(/^--html: no-such-folder\/r\.html cannot be written: ENOENT.*\.\n$/);
});

const countKeys = new Set(
  'auctions wins bids won sold excluded below_floor seen listed priced_in targeted too_costly categorised touched_auctions'.split(
    ' ',
  ),
);

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 3).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shorten(part)]));
}

function withTexts({ compared, replayed }: Reports, text: string): Reports {
  return { compared: withText(compared, text), replayed: withText(replayed, text) };
}
