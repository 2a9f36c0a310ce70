import { usePlace } from '../address/place.ts';
import { useDraft } from '../draft/use-draft.ts';
import { Notice } from '../part/kit.tsx';
import { isCarried, scheduledText } from '../draft/draft-name.ts';

/** Beside a change of what is live: what becomes of the draft that is scheduled. */
export function ScheduledNotice() {
  const { member } = usePlace();
  const scheduled = useDraft().drafts.find(({ state }) => state === 'scheduled');
  if (scheduled === undefined || scheduled.publish_at === null) return null;
  return (
    <Notice>
      {scheduledText(scheduled)}.{' '}
      {isCarried(scheduled, member.publishing)
        ? 'It is then applied to what you change here. If both change the same field, it is not published.'
        : 'If you change what is live, it is not published then.'}
    </Notice>
  );
}
