import type { Draft, HoldBack, PublishQuestion, TierSetFile } from '@auction-tiers/contract';
import { useMutation } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { forgetMade, refreshAll } from '../../draft/edit-draft.ts';
import { actOnSeen } from '../../draft/seen.ts';
import { utcText } from '../../figure/date.ts';
import { client } from '../../service/trpc.ts';

export interface Publish {
  readonly note: string;
  /** What stays with the tiers of before; null: nothing. */
  readonly holdBack: HoldBack | null;
  /** When, in milliseconds, and what is done where the live tiers change until then; null: now. */
  readonly later: { readonly at: number; readonly ifChanged: 'rebase' | 'suspend' } | null;
}

interface Asked {
  /** As it was seen: with another content nothing is published. */
  readonly seen: Draft;
  readonly live: TierSetFile | null;
  /** Whether the draft was ever tried: only then there is a verdict, which may be older than its content. */
  readonly wasTried: boolean;
  /** Whether the user is told of an experiment that runs, of which a publish now begins another phase. */
  readonly isDuringExperiment: boolean;
  readonly onDone: (state: 'published' | 'scheduled') => void;
}

/** Publishes a draft as it was seen, now or later. What there is to be asked before is asked before. */
export function usePublish({ seen, live, wasTried, isDuringExperiment, onDone }: Asked) {
  const { memberId: member_id } = usePlace();
  const revision = live?.revision;
  const expected = {
    ...(revision === undefined ? {} : { expect_revision: revision }),
    ...(isDuringExperiment ? { during_experiment: true } : {}),
  };
  const asking = useMutation({
    async mutationFn(of: Draft): Promise<readonly PublishQuestion[]> {
      const looked = { member_id, dry_run: true, ...expected };
      const { asks } = await actOnSeen(of, (named) => client.draft.publish.mutate({ ...named, ...looked }));
      return asks;
    },
    retry: false,
  });
  const asked = (asks: readonly PublishQuestion[]) => asks.filter(({ code }) => code !== 'stale_verdict' || wasTried);
  const questions = asked(asking.data ?? []);
  const { mutate, isPending, error, reset } = useMutation({
    async mutationFn({ note, later, holdBack }: Publish) {
      // What has come up since the questions were shown is asked first. Why it cannot be done is said by the publish.
      const found = await asking.mutateAsync(seen).catch(() => []);
      const shown = new Set(questions.map(({ message }) => message));
      if (asked(found).some(({ message }) => !shown.has(message))) return null;
      const wanted = {
        member_id,
        ...expected,
        ...(note === '' ? {} : { note }),
        ...(holdBack === null ? {} : { hold_back: holdBack }),
        ...(later === null ? {} : { at: utcText(later.at), if_changed: later.ifChanged }),
      };
      return actOnSeen(seen, (named) => client.draft.publish.mutate({ ...named, ...wanted }));
    },
    async onSuccess(done) {
      if (done === null) return;
      if (done.state === 'published') forgetMade();
      onDone(done.state);
      await refreshAll();
    },
    onError: refreshAll,
  });
  return {
    publish: mutate,
    isPending: isPending || asking.isPending,
    error,
    reset,
    questions,
    /** To be called when publishing is looked at: what there is to be asked before. */
    ask: asking.mutate,
  };
}
