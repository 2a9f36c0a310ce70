import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { usePlace } from '../address/place.ts';
import { draftName } from '../difference/draft-state.tsx';
import { stepWords } from '../difference/step-words.ts';
import { refreshAll } from '../draft/edit-draft.ts';
import { useDraft, useDraftDifference } from '../draft/use-draft.ts';
import { counted } from '../figure/count.ts';
import { momentText, msOf } from '../figure/date.ts';
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
  if (draft === null) return null;
  const changes = data === undefined ? null : data.created.length + data.updated.length + data.deleted.length;
  const failed = drafts.find(({ state }) => state === 'suspended');
  const from = draft.publish_at === null ? '' : `, live from ${momentText(msOf(draft.publish_at), timeZone)}`;
  return (
    <span className="frame-draft">
      {failed !== undefined && (
        <Link
          className="warn"
          to="/draft"
          search={(search) => ({ ...search, draft: failed.id })}
          hash="publish"
          title={plainWords(failed.suspended_reason ?? '')}
        >
          ⚠ {failed === draft ? 'Not published' : `${draftName(failed)} not published`}: see why
        </Link>
      )}
      <span title={data?.summary.map(stepWords).join('\n')}>
        Draft: {changes === null ? '…' : counted(changes, 'change')}
        {from}
      </span>
      {session.scopes.includes('write') ? (
        <>
          <Button component={Link} to="/draft" search hash="try" variant="default">
            Try it
          </Button>
          <Button component={Link} to="/draft" search hash={draft.state === 'scheduled' ? 'publish' : 'publish-now'}>
            {draft.state === 'scheduled' ? 'Scheduled…' : 'Publish…'}
          </Button>
        </>
      ) : (
        <Link to="/draft" search>
          Look at it
        </Link>
      )}
    </span>
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
