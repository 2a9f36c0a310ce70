import type { Draft } from '@auction-tiers/contract';
import { Link } from '@tanstack/react-router';
import { draftName } from '../draft/draft-name.ts';
import { agoText, momentText, msOf } from '../figure/date.ts';
import { sentence } from '../service/problem.ts';
import { plainWords } from '../saying/plain-words.ts';
import { PlainButton } from '../part/kit.tsx';

/** How the user can mend a suspended draft: settle its conflict with the live tiers, or schedule it again. */
function remedyOf({ suspended_reason: reason }: Draft): { readonly words: string; readonly hash: string } {
  if (/live tiers/.test(reason ?? '') && !/another approval/.test(reason ?? '')) {
    return { words: 'Settle it with what is live', hash: 'moved' };
  }
  return { words: 'See the draft and schedule it again', hash: 'publish' };
}

/** A link to the part of the draft room that mends a suspended draft. */
export function Remedy({ draft }: { readonly draft: Draft }) {
  const { words, hash } = remedyOf(draft);
  return (
    <PlainButton
      renderRoot={(props) => (
        <Link {...props} to="/draft" search={(all) => ({ ...all, draft: draft.id })} hash={hash} />
      )}
    >
      {words}
    </PlainButton>
  );
}

/** Why a suspended draft was not published, or when a scheduled one will be. */
export function DraftState({ draft, nowMs }: { readonly draft: Draft; readonly nowMs: number }) {
  if (draft.state === 'suspended') {
    return (
      <div className="notice" role="alert">
        <strong>{draftName(draft)} was not published at its time.</strong>{' '}
        {sentence(plainWords(draft.suspended_reason ?? ''))}
        <div className="notice-actions">
          <Remedy draft={draft} />
        </div>
      </div>
    );
  }
  if (draft.publish_at === null) return null;
  const at = msOf(draft.publish_at);
  return (
    <p className="muted">
      {draftName(draft)} becomes live {momentText(at)}, {agoText(at, nowMs)}.{' '}
      <Link to="/draft" search={(all) => ({ ...all, draft: draft.id })} hash="publish">
        See it
      </Link>
    </p>
  );
}
