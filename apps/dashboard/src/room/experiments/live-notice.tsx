import { usePlace } from '../../address/place.ts';
import { isCarried, scheduledText } from '../../draft/draft-name.ts';
import { useDraft } from '../../draft/use-draft.ts';
import { Notice } from '../../part/kit.tsx';
import { useExperiments } from '../../experiment/use-experiments.ts';

/**
 * Beside a change of what is live: what it does to the experiment that runs and to the draft that is scheduled.
 * `isPausing`: it takes the tiers back.
 */
export function LiveNotice({ isPausing = false }: { readonly isPausing?: boolean }) {
  const { member } = usePlace();
  const running = useExperiments().experiments.find(({ state }) => state === 'running');
  const scheduled = useDraft().drafts.find(({ state }) => state === 'scheduled');
  return (
    <>
      {running !== undefined && (
        <Notice>
          The live test “{running.name}” is running on this group of sites.{' '}
          {isPausing
            ? 'This pauses it, until you resume or end it.'
            : 'A change of the live tiers starts a new phase of it: earlier auctions are counted separately.'}
        </Notice>
      )}
      {scheduled !== undefined && (
        <Notice>
          {scheduledText(scheduled)}.{' '}
          {isCarried(scheduled, member.publishing)
            ? 'It is then applied to what you change here. If both change the same field, it is not published.'
            : 'If you change what is live, it is not published then.'}
        </Notice>
      )}
    </>
  );
}
