import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { useDraft } from '../../draft/use-draft.ts';
import { client, queryClient, trpc } from '../../service/trpc.ts';
import { useNewestAdvice } from '../../comparison/use-newest-advice.ts';
import { useRecorded } from '../../comparison/use-comparison.ts';

/** The newest advice on the group of sites, and a way to ask for more, over the recorded auctions of the chosen days. */
export function useAdvice() {
  const { ymProfile, memberId } = usePlace();
  const { hours } = useRecorded();
  const { draft } = useDraft();
  const newest = useNewestAdvice();
  const [declared, declareNoUnits] = useState<boolean | null>(null);
  const noUnits = declared ?? newest.simulation?.no_units ?? false;
  const asking = useMutation({
    mutationFn: () =>
      client.simulation.start.mutate({
        kind: 'advice',
        ym_profile_id: ymProfile.id,
        member_id: memberId,
        no_units: noUnits,
        log: { kind: 'recorded', ...hours },
        ...(draft?.commitments === undefined || draft.commitments === null ? {} : { commitments: draft.commitments }),
      }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: trpc.simulation.list.pathKey() });
    },
  });
  return {
    ...newest,
    error: asking.error ?? newest.error,
    ask: () => asking.mutate(),
    isAsking: asking.isPending,
    /** Whether it is declared that no user returns. */
    noUnits,
    declareNoUnits,
  };
}
