import type { Draft } from '@auction-tiers/contract';
import { Link } from '@tanstack/react-router';
import { draftName } from '../draft/draft-name.ts';
import { agoText, momentText, msOf } from '../figure/date.ts';
import { sentence } from '../service/problem.ts';
import { plainWords } from '../saying/plain-words.ts';
import { PlainButton } from '../part/kit.tsx';

/** Why a suspended draft was not published, with a link to what mends it, or when a scheduled one will be. */
export function DraftState({ draft, nowMs }: { readonly draft: Draft; readonly nowMs: number }) {
  if (draft.state === 'suspended') {
    const reason = draft.suspended_reason ?? '';
    const isToSettle = /live tiers/.test(reason) && !/another approval/.test(reason);
    const hash = isToSettle ? 'moved' : 'publish';
    return (
      <div className="notice" role="alert">
        <strong>{draftName(draft)} was not published at its time.</strong> {sentence(plainWords(reason))}
        <div className="notice-actions">
          <PlainButton
            renderRoot={(props) => (
              <Link {...props} to="/draft" search={(all) => ({ ...all, draft: draft.id })} hash={hash} />
            )}
          >
            {isToSettle ? 'Settle it with what is live' : 'See the draft and schedule it again'}
          </PlainButton>
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
