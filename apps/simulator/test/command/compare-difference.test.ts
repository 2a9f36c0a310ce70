import { CompareReport } from '@auction-tiers/contract/compare-report';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder } from '../fixture/folder.ts';
import { runSimulator } from '../fixture/run-simulator.ts';
import { smallTierSet, writeLog, writeTierSet } from '../fixture/small-log.ts';
import { parsePage } from '../html/document.ts';

const [one, two, three] = smallTierSet.tiers;
const [profile] = smallTierSet.profiles;

/** Compares a draft of a tier set over the small log, in every form of the report. */
async function compareFiles(current: object, draft: object) {
  const folder = createFolder();
  writeLog(folder);
  writeTierSet(folder, current);
  writeFileSync(join(folder, 'draft.tiers.json'), JSON.stringify(draft));
  const args = 'compare --in log.jsonl --current small.tiers.json --draft draft.tiers.json --out r.json --html r.html';
  // The log is too small for a verdict, which the exit code says.
  const { stdout, stderr } = await runSimulator(folder, args.split(' '));
  expect(stderr).toBe('');
  const json = readFileSync(join(folder, 'r.json'), 'utf8');
  return {
    report: CompareReport.parse(JSON.parse(json)),
    names: Object.keys(JSON.parse(json) as object),
    text: stdout,
    page: parsePage(readFileSync(join(folder, 'r.html'), 'utf8')),
  };
}

const presences = ({ rows }: CompareReport['tiers']) => new Map(rows.map(({ id, presence }) => [id, presence]));

test('a new tier has a row of its own, and not that of the tier that the draft removes', async () => {
  // The third tier goes, and another one for the same buyer comes, without an id.
  const added = { name: 'Fresh', priority: 9, member_action: 'include', min_price: '0.5', buyer_members: [{ id: 13 }] };
  const { report, text, page } = await compareFiles(smallTierSet, { tiers: [one, two, added] });
  expect(presences(report.tiers)).toEqual(
    new Map([
      [4, 'new'],
      [3, 'removed'],
      [1, 'both'],
      [2, 'both'],
    ]),
  );
  expect(report.funnel.current.map(({ tier_id: id, presence }) => [id, presence])).toEqual([
    [1, 'both'],
    [2, 'both'],
    [3, 'removed'],
  ]);
  expect(report.funnel.draft.map(({ tier_id: id, presence }) => [id, presence])).toEqual([
    [4, 'new'],
    [1, 'both'],
    [2, 'both'],
  ]);
  expect(text).toMatch(/│ 4 Fresh \(new\) +│/);
  expect(text).toMatch(/│ 3 tier 3 \(removed\) +│/);
  const rows = page.elements.filter(({ tag }) => tag === 'th').map((element) => element.text());
  for (const name of ['4 Fresh new', '3 tier 3 removed']) expect(rows.filter((row) => row === name)).toHaveLength(3);
});

test('tiers without ids get none that the other file names, in the current file too', async () => {
  const { id: _id, ...unnumbered } = one!;
  const { report } = await compareFiles({ tiers: [unnumbered] }, { tiers: [{ ...two, id: 1 }, unnumbered] });
  expect(report.difference).toMatchObject({
    created: [
      { id: 1, name: 'tier 2' },
      { id: 3, name: 'tier 1' },
    ],
    deleted: [{ id: 2, name: 'tier 1' }],
    updated: [],
  });
});

test('what the draft changes stands first in every form of the report', async () => {
  const draft = {
    tiers: [
      { ...one, min_price: '3.000000' },
      { ...three, buyer_members: [{ name: 'buyer 13' }, { id: 14 }] },
      { name: 'Fresh' },
    ],
    profiles: [{ ...profile, size_targets: [{ width: 728, height: 90 }], country_targets: [{ code: 'US' }] }],
  };
  const { report, names, text, page } = await compareFiles(smallTierSet, draft);
  const summary = [
    'removes tier 2 tier 2',
    'tier 1 tier 1: min_price 2.000000 -> 3.000000',
    'tier 3 tier 3: buyer_members adds 14 Buyer 14',
    'adds tier 4 Fresh',
    'profile 9 one size: country_targets adds US, size_targets adds 728x90 and removes 300x250',
  ];
  expect(report.difference).toMatchObject({ summary, unchanged: { tiers: 0, profiles: 0 } });
  expect(names.slice(0, 2)).toEqual(['version', 'difference']);
  const lines = text.split('\n');
  // Below the title, and above the verdict.
  const title = lines.indexOf('What the draft changes');
  expect(title).toBe(lines.indexOf('') + 1);
  expect(lines.slice(title + 2, title + 8)).toEqual([...summary.map((line) => `  - ${line}`), '']);
  const first = page.elements.find(({ tag, attributes }) => tag === 'section' && attributes.has('aria-labelledby'));
  const items = page.elements.filter(({ tag }) => tag === 'li').map((element) => element.text());
  expect(first?.attributes.get('aria-labelledby')).toBe('difference-title');
  expect(items).toEqual(expect.arrayContaining(summary));
  expect(first?.text()).toContain(summary[0]);
});

test('a draft that changes nothing says so', async () => {
  const { report, text } = await compareFiles(smallTierSet, smallTierSet);
  expect(report.difference).toEqual({
    summary: [],
    created: [],
    updated: [],
    deleted: [],
    unchanged: { tiers: 3, profiles: 1 },
  });
  expect(text).toMatch(/What the draft changes\n─+\nNo tier and no profile\.\n/);
});
