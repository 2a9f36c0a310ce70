import { expect, test } from 'vitest';
import { draftName, draftTitle } from '../../src/draft/draft-name.ts';

const edit = (name: string | null) => ({
  service: name === null ? ('profile' as const) : ('ym-auction-tier' as const),
  id: 1,
  name,
  user: 'ann',
  time: '2026-11-28 10:00:00',
  also: [],
});

test.for([
  { name: 'Prices of May', edits: [edit('Pair A')], title: 'Prices of May', within: '“Prices of May”' },
  { name: 'Back to 2026-11-28', edits: [], title: 'Back to 2026-11-28', within: '“Back to 2026-11-28”' },
  {
    name: 'Undo of 2026-11-28 18:05 by ann',
    edits: [],
    title: 'Undo of Nov 28, 2026, 18:05 by ann',
    within: '“Undo of Nov 28, 2026, 18:05 by ann”',
  },
  { name: null, edits: [edit('Pair A')], title: 'Pair A', within: '“Pair A”' },
  { name: null, edits: [edit('Pair A'), edit('Pair B')], title: 'Pair A and 1 more', within: '“Pair A and 1 more”' },
  { name: null, edits: [edit(null)], title: 'Targeting profile', within: '“Targeting profile”' },
  { name: null, edits: [], title: 'Draft of ann', within: 'The draft of ann' },
])('a draft that is named $name and changes $edits.length objects is $title', ({ title, within, ...draft }) => {
  expect(draftTitle({ ...draft, created_by: 'ann' })).toBe(title);
  expect(draftName({ ...draft, created_by: 'ann' })).toBe(within);
});
