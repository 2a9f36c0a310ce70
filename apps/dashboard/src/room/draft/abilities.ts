import { type Draft, editorsOf, type Member } from '@auction-tiers/contract';
import type { Recommendation } from '@auction-tiers/contract/compare-report';
import { isCarried } from '../../draft/draft-name.ts';
import type { Session } from '../../service/session.ts';

/** An act on a draft. Null: not possible in this state; `because`: why it is refused, or null: it is allowed. */
export type Ability = { readonly because: string | null } | null;

type Judged = Pick<Draft, 'state' | 'approval_asked' | 'approved_by' | 'changed_by' | 'edits'>;

const mayNot = {
  publish: 'your user may not publish',
  write: 'your user may not change tiers',
} as const;

/** An experiment that runs or is paused on the group of sites, and whether it is the draft's own. */
export interface Testing {
  readonly name: string;
  readonly isOwn: boolean;
  readonly isPaused?: boolean;
}

/** What the user may do with a draft. `changes`: changed objects, null: not known yet. */
export function abilitiesOf(
  { state, approval_asked: isAsked, approved_by: approver, changed_by, edits }: Judged,
  publishing: Member['publishing'],
  { username, scopes }: Pick<Session, 'username' | 'scopes'>,
  changes: number | null,
  testing: Testing | null = null,
) {
  const isOpen = state === 'open' || state === 'suspended';
  const mayPublish = scopes.includes('publish');
  const mayWrite = scopes.includes('write');
  const needsApproval = publishing === 'approved' && approver === null;
  const emptiness = changes === 0 ? 'the draft changes nothing' : null;
  const editors = editorsOf({ edits, changed_by });
  const approval = needsApproval ? `it needs the approval of another user than ${editors.join(' and ')}` : null;
  const tested =
    testing?.isOwn === true ? `the live test “${testing.name}” is testing it: ending that publishes it` : null;
  const publish = mayPublish ? (emptiness ?? tested ?? approval) : mayNot.publish;
  const isOwn = editors.includes(username);
  // Also where drafts need no approval, a colleague may be asked for one.
  const mayAsk = isOpen && approver === null && isOwn && mayWrite;
  const isWaiting = isOpen && approver === null && (publishing === 'approved' || isAsked);
  const approve = mayPublish
    ? isOwn
      ? 'you have changed what is in it; another user must approve it'
      : null
    : mayNot.publish;
  return {
    publish: isOpen ? { because: publish } : null,
    schedule: isOpen ? { because: publish } : null,
    test: isOpen && mayPublish && testing === null ? { because: emptiness } : null,
    ask: mayAsk ? { because: emptiness } : null,
    approve: isWaiting && !isOwn ? { because: approve } : null,
    unschedule: state === 'scheduled' ? { because: mayWrite ? null : mayNot.write } : null,
    discard: { because: mayWrite ? null : mayNot.write },
    /** Whether name, note and content may change. */
    isOpen: isOpen && mayWrite,
    /** Whether the draft waits for others: for its own live test, or for an approval that was asked for. */
    waitsFor: testing?.isOwn === true ? ('test' as const) : isAsked && approver === null ? ('approval' as const) : null,
  };
}

export type Abilities = ReturnType<typeof abilitiesOf>;

const may = (act: Ability): boolean => act?.because === null;

/** The act that a draft waits for, whose button alone is filled; null: none does. `verdict`: null before a try. */
export function nextAct(
  can: Abilities,
  verdict: Recommendation | null,
  mayTry: boolean,
): 'approve' | 'try' | 'publish' | 'ask' | 'test' | null {
  if (can.unschedule !== null || can.waitsFor === 'test' || verdict === 'hold' || verdict === 'no_effect') return null;
  if (may(can.approve)) return 'approve';
  if (verdict === null && mayTry) return 'try';
  // What needs an approval needs it for a live test too.
  if (!may(can.publish)) return may(can.ask) && can.waitsFor === null ? 'ask' : null;
  if (verdict === null || verdict === 'launch') return 'publish';
  return may(can.test) ? 'test' : null;
}

interface Stated extends Judged {
  readonly suspended_reason?: string | null;
  readonly if_changed: Draft['if_changed'];
}

/** Where a draft stands, in a word. */
export function stateWord({ state, approval_asked: isAsked, approved_by: approver }: Judged, testing: Testing | null) {
  if (state === 'suspended') return 'not published';
  if (state !== 'open') return state;
  if (testing?.isOwn === true) return 'tested live';
  return approver !== null ? 'approved' : isAsked ? 'approval asked' : 'draft';
}

/** What there is to be said of where a draft stands; null: nothing. `when`: its time, if it has one, in words. */
export function stateText(
  draft: Stated,
  publishing: Member['publishing'],
  when: string | null,
  testing: Testing | null = null,
): string | null {
  const { state, approval_asked: isAsked, approved_by: approver } = draft;
  const author = editorsOf(draft).join(' and ');
  if (state === 'scheduled')
    return `Scheduled: it becomes live ${when ?? 'at its time'}. If the live tiers change before, ${
      isCarried(draft, publishing) ? 'the change is applied to them' : 'it is not published'
    }.`;
  if (state === 'suspended') return `Not published at its time: ${draft.suspended_reason ?? 'it could not be'}`;
  if (state === 'published') return 'Published.';
  if (testing?.isOwn === true)
    return `It is being tested live, in “${testing.name}”${testing.isPaused === true ? ', which is paused' : ''}.`;
  if (approver !== null) return `Approved by ${approver}. A change of its content voids that.`;
  const asked = `${author} has asked the others for an approval: those who may give it see it under Today.`;
  if (publishing === 'approved')
    return `It needs an approval, which any user of this seller but ${author} may give who may publish.${isAsked ? ` ${asked}` : ''}`;
  return isAsked ? `${asked} It can be published without.` : null;
}
