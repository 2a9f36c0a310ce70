import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { counted } from '../figure/count.ts';
import { stepWords } from '../difference/step-words.ts';
import { useDraft, useDraftDifference } from '../draft/use-draft.ts';

/** The draft that is open, in every room: what is on the screen is live unless it says draft. */
export function DraftBar() {
  const { draft } = useDraft();
  const { data } = useDraftDifference();
  if (draft === null) return null;
  const changes = data === undefined ? null : data.created.length + data.updated.length + data.deleted.length;
  return (
    <span className="frame-draft">
      <span title={data?.summary.map(stepWords).join('\n')}>
        Draft{draft.state === 'open' ? '' : ` (${draft.state})`}: {changes === null ? '…' : counted(changes, 'change')}
      </span>
      <Button className="wide-only" component={Link} to="/draft" search={keep} hash="try" variant="default">
        Try it
      </Button>
      <Button component={Link} to="/draft" search={keep} hash="publish">
        Publish…
      </Button>
    </span>
  );
}

const keep = (search: object) => search as never;
