import { expect, test } from 'vitest';
import { abilitiesOf, nextAct, stateText, stateWord } from '../../../src/room/draft/abilities.ts';

const ann = { username: 'ann', scopes: ['read', 'write', 'publish'] };
const bob = { username: 'bob', scopes: ['read', 'write', 'publish'] };
const draft = {
  state: 'open' as const,
  approval_asked: false,
  approved_by: null,
  changed_by: 'ann',
  edits: [],
  if_changed: null,
};

test('an open draft can be published and scheduled by those who may publish', () => {
  expect(abilitiesOf(draft, 'direct', ann, 2)).toMatchObject({
    publish: { because: null },
    schedule: { because: null },
    ask: { because: null },
    approve: null,
    unschedule: null,
    isOpen: true,
  });
  const reader = { username: 'ann', scopes: ['read'] };
  expect(abilitiesOf(draft, 'direct', reader, 2)).toMatchObject({ isOpen: false });
  expect(abilitiesOf(draft, 'direct', reader, 2).publish?.because).toContain('publish');
  expect(abilitiesOf(draft, 'direct', ann, 0).publish?.because).toContain('nothing');
  expect(abilitiesOf(draft, 'direct', ann, 2, { name: 'Canary', isOwn: true }).publish?.because).toContain('Canary');
});

test('a draft waits for its try, then for what the verdict leads to', () => {
  const can = abilitiesOf(draft, 'direct', ann, 2);
  const nextAfter = (verdict: Parameters<typeof nextAct>[1]) => nextAct(can, verdict, true);
  expect(
    [null, 'launch', 'test_first', 'cannot_say', 'hold', 'no_effect'].map((each) => nextAfter(each as null)),
  ).toEqual(['try', 'publish', 'test', 'test', null, null]);
  expect(nextAct(can, null, false)).toBe('publish');
  expect(nextAct(abilitiesOf({ ...draft, state: 'scheduled' }, 'direct', ann, 2), 'launch', true)).toBeNull();
});

test('a draft that the user may not publish or test waits for a colleague', () => {
  const own = abilitiesOf(draft, 'approved', ann, 2);
  expect([nextAct(own, 'launch', true), nextAct(own, 'test_first', true)]).toEqual(['ask', 'ask']);
  const asked = { ...draft, approval_asked: true };
  expect(nextAct(abilitiesOf(asked, 'approved', ann, 2), 'launch', true)).toBeNull();
  expect(nextAct(abilitiesOf(asked, 'approved', bob, 2), 'hold', true)).toBeNull();
  const tested = abilitiesOf(draft, 'direct', ann, 2, { name: 'Canary', isOwn: true });
  expect([nextAct(tested, 'launch', true), nextAct(tested, 'test_first', true)]).toEqual([null, null]);
  const viewer = { username: 'eve', scopes: ['read'] };
  expect(nextAct(abilitiesOf({ ...draft, state: 'scheduled' }, 'direct', viewer, 2), 'launch', true)).toBeNull();
  expect(nextAct(abilitiesOf(draft, 'approved', bob, 2), 'launch', true)).toBe('approve');
  const other = abilitiesOf(draft, 'direct', ann, 2, { name: 'Canary', isOwn: false });
  expect([other.test, other.publish, nextAct(other, 'test_first', true)]).toEqual([null, { because: null }, null]);
  const writer = { username: 'ann', scopes: ['read', 'write'] };
  expect(nextAct(abilitiesOf(draft, 'direct', writer, 2), 'test_first', true)).toBe('ask');
});

test('where an approval is needed, the author asks and a colleague approves', () => {
  const own = abilitiesOf(draft, 'approved', ann, 2);
  expect([own.publish?.because, own.ask, own.approve]).toEqual([
    expect.stringContaining('ann'),
    { because: null },
    null,
  ]);
  const others = abilitiesOf(draft, 'approved', bob, 2);
  expect([others.ask, others.approve]).toEqual([null, { because: null }]);
  const approved = abilitiesOf({ ...draft, approved_by: 'bob' }, 'approved', ann, 2);
  expect([approved.publish, approved.ask, approved.approve]).toEqual([{ because: null }, null, null]);
});

test('whoever changed a line that is still in it approves nothing, whoever changed it last', () => {
  const edit = { service: 'ym-auction-tier' as const, id: 1, name: 'Gold', time: '2026-11-28 10:00:00' };
  const both = { ...draft, changed_by: 'carl', edits: [{ ...edit, user: 'bob', also: ['ann'] }] };
  for (const user of [ann, bob]) expect(abilitiesOf(both, 'approved', user, 2).approve).toBeNull();
  const carl = { ...bob, username: 'carl' };
  expect(abilitiesOf(both, 'approved', carl, 2)).toMatchObject({ approve: { because: null }, ask: null });
  expect(stateText(both, 'approved', null)).toContain('but ann and bob');
});

test('a colleague who is asked may approve where drafts are published without an approval too', () => {
  const asked = { ...draft, approval_asked: true };
  expect(abilitiesOf(draft, 'direct', bob, 2).approve).toBeNull();
  expect(abilitiesOf(asked, 'direct', bob, 2)).toMatchObject({
    approve: { because: null },
    publish: { because: null },
  });
  expect(stateText(asked, 'direct', null)).toContain('ann has asked');
  expect(stateText({ ...asked, approved_by: 'bob' }, 'direct', null)).toContain('Approved by bob');
});

test('a scheduled draft can only be unscheduled or discarded', () => {
  const scheduled = abilitiesOf({ ...draft, state: 'scheduled' }, 'direct', ann, 2);
  expect(scheduled).toMatchObject({ publish: null, schedule: null, unschedule: { because: null }, isOpen: false });
});

test.for([
  ['direct', null, 'applied'],
  ['draft', 'rebase', 'applied'],
  ['direct', 'suspend', 'not published'],
  ['approved', 'rebase', 'not published'],
] as const)('scheduled under “%s”, with “%s” where live changes: %s', ([publishing, if_changed, words]) => {
  const scheduled = { ...draft, state: 'scheduled' as const, approved_by: 'bob', if_changed };
  expect(stateText(scheduled, publishing, 'on Tuesday')).toContain(words);
});

test('a state says who may approve, when it becomes live, or why it did not', () => {
  expect(stateText(draft, 'approved', null)).toContain('but ann');
  expect(stateText({ ...draft, approved_by: 'bob' }, 'approved', null)).toContain('bob');
  expect(stateText({ ...draft, state: 'scheduled' }, 'direct', 'on Tuesday')).toContain('on Tuesday');
  const tested = { name: 'Canary', isOwn: true };
  expect(stateText(draft, 'direct', null, tested)).toMatch(/tested live.*Canary.\.$/);
  expect(stateText(draft, 'approved', null, { ...tested, isPaused: true })).toContain('paused');
  expect(stateText(draft, 'direct', null, { ...tested, isOwn: false })).toBeNull();
  const open = { ...draft, approval_asked: true };
  expect([draft, open, { ...open, approved_by: 'bob' }].map((one) => stateWord(one, null))).toEqual([
    'draft',
    'approval asked',
    'approved',
  ]);
  expect([stateWord(open, tested), stateWord({ ...draft, state: 'suspended' }, null)]).toEqual([
    'tested live',
    'not published',
  ]);
  expect(stateText({ ...draft, state: 'suspended', suspended_reason: 'changed since' }, 'direct', null)).toContain(
    'changed since',
  );
});
