import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { usePlace } from '../address/place.ts';
import { stepWords } from '../difference/step-words.ts';
import { draftTitle } from '../draft/draft-name.ts';
import { refreshAll } from '../draft/edit-draft.ts';
import { useDraft, useDraftDifference } from '../draft/use-draft.ts';
import { isOpen, useExperiments } from '../experiment/use-experiments.ts';
import { counted } from '../figure/count.ts';
import { msOf, momentColumn } from '../figure/date.ts';
import { plainWords } from '../saying/plain-words.ts';

/** The draft that is open, in every room: what is on the screen is live unless it says draft. */
export function DraftBar() {
  const { timeZone, session } = usePlace();
  const { draft, drafts } = useDraft();
  const { data } = useDraftDifference();
  useWhatIsDue(
    drafts
      .filter(({ state }) => state === 'scheduled')
      .map(({ id }) => id)
      .join(' '),
  );
  const test = useExperiments().experiments.find(isOpen);
  if (draft === null) return null;
  const changes = data === undefined ? null : data.created.length + data.updated.length + data.deleted.length;
  const failed = drafts.find(({ state }) => state === 'suspended');
  const shown = failed ?? draft;
  const mayAct = session.scopes.includes('write');
  const isScheduled = draft.state === 'scheduled';
  const state =
    failed !== undefined
      ? '⚠ Not published'
      : draft.publish_at === null
        ? `${test?.draft_id === draft.id ? 'tested live' : 'draft'}, ${changes === null ? '…' : counted(changes, 'change')}`
        : `live from ${momentColumn(msOf(draft.publish_at), timeZone)}`;
  return (
    <>
      <Link
        className="chip frame-draft"
        to="/draft"
        search={(search) => (failed === undefined ? search : { ...search, draft: failed.id })}
        hash={failed === undefined ? 'try' : 'publish'}
        title={
          failed === undefined ? data?.summary.map(stepWords).join('\n') : plainWords(failed.suspended_reason ?? '')
        }
      >
        <b className="cut">{draftTitle(shown)}</b>
        <span className={failed === undefined ? 'cut muted' : 'cut warn'}>· {state}</span>
      </Link>
      {mayAct && (
        <Link className="chip" to="/draft" search hash={isScheduled ? 'publish' : 'publish-now'}>
          {isScheduled ? 'Scheduled…' : 'Publish…'}
        </Link>
      )}
    </>
  );
}

/** Reads all again once a scheduled draft is not scheduled any more: what is live may have changed by itself. */
function useWhatIsDue(scheduled: string): void {
  const before = useRef(scheduled);
  useEffect(() => {
    if (before.current !== scheduled && before.current !== '') void refreshAll();
    before.current = scheduled;
  }, [scheduled]);
}
