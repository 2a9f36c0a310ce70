import { ScheduledNotice } from '../../difference/scheduled-notice.tsx';
import { Notice } from '../../part/kit.tsx';
import { useExperiments } from '../../experiment/use-experiments.ts';

/**
 * Beside a change of what is live: what it does to the experiment that runs and to the draft that is scheduled.
 * `isPausing`: it takes the tiers back.
 */
export function LiveNotice({ isPausing = false }: { readonly isPausing?: boolean }) {
  const running = useExperiments().experiments.find(({ state }) => state === 'running');
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
      <ScheduledNotice />
    </>
  );
}
