import { expect, test } from 'vitest';
import { createFolder } from '../fixture/folder.ts';
import { parsePage } from './document.ts';
import { createReports } from './report.ts';
import { replayHtml } from '../document/write.ts';

test('the page of a replay says what preferring cost, and what became of auctions that were decided again', async () => {
  const { replayed } = await createReports(createFolder(), 20);
  const verify = {
    decided_again: 7,
    different: 1,
    differences: ['line 3 (seed "<s>"): no bid wins'],
    unknown_revisions: 2,
    problems: ['The tiers at revision 1-7 cannot be used'],
    unrecorded: 0,
    revisions: 3,
    sold: 5,
    gross_paid: '0.012000000',
    net_to_seller: '0.010000000',
    forgone: '0.002500000',
    outcomes: { won: 5, outranked: 0, outbid: 0, lost_tie: 0, excluded: 0, below_floor: 0 },
  };
  const page = replayHtml({ ...replayed, verify });
  const { elements, problems } = parsePage(page);
  expect(problems).toEqual([]);
  const text = elements.find(({ tag }) => tag === 'main')?.text();
  expect(text).toMatch(/Forgone by preferring/);
  expect(text).toMatch(
    /7\srecorded auctions by the tiers of 3\srevisions: 1\sauction otherwise; 2\sauctions could not/,
  );
  expect(text).toContain('line 3 (seed "<s>"): no bid wins');
  expect(replayHtml(replayed)).not.toContain('Decided again');
  // A cut log is named before the figures, not only under what was read.
  const cut = parsePage(replayHtml({ ...replayed, input: { ...replayed.input, unfinished_files: 1 } }));
  const said = cut.elements.find(({ tag }) => tag === 'main')?.text() ?? '';
  expect(said.indexOf('The log is not whole: 1 file')).toBeGreaterThan(-1);
  expect(said.indexOf('The log is not whole: 1 file')).toBeLessThan(said.indexOf('Net to the seller'));
});
