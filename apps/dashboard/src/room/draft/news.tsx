import type { Draft, TierSetFile } from '@auction-tiers/contract';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { usePlace } from '../../address/place.ts';
import { Difference } from '../../difference/difference.tsx';
import { profileNames, tierText } from '../../difference/field-words.ts';
import { differenceOf } from '../../draft/merge.ts';
import { lastChangeText } from '../../draft/people.tsx';
import { contentSeen } from '../../draft/seen.ts';

interface NewsProps {
  readonly seen: Draft;
  readonly draft: Draft;
  readonly live: TierSetFile | null;
  readonly onGoOn: () => void;
}

/** What another user has changed in the draft since the user saw it, and the way to go on with that. */
export function News({ seen, draft, live, onGoOn }: NewsProps) {
  const { timeZone } = usePlace();
  const [before, now] = [seen, draft].map((one) => contentSeen({ draft: one, live: null })) as [
    ReturnType<typeof contentSeen>,
    ReturnType<typeof contentSeen>,
  ];
  const difference = useMemo(() => differenceOf(before, now), [before, now]);
  const profileName = profileNames(live?.profiles ?? [], now.profiles);
  return (
    <div className="notice draft-news" role="alert">
      <strong>{lastChangeText(draft, timeZone)} has changed this draft since you saw it.</strong> Until you continue
      with the present content, nothing is published, approved or scheduled.
      <div className="notice-actions">
        <Button onClick={onGoOn}>I have seen it: continue</Button>
      </div>
      What has changed in it:
      <Difference
        difference={difference}
        profileName={profileName}
        describe={({ service, name }) => {
          const tier = service === 'ym-auction-tier' ? now.tiers.find((one) => one.name === name) : undefined;
          return tier === undefined ? null : tierText(tier, profileName);
        }}
      />
    </div>
  );
}
