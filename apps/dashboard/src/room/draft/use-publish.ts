import type { Draft, HoldBack, PublishQuestion, TierSetFile } from '@auction-tiers/contract';
import { useMutation } from '@tanstack/react-query';
import { usePlace } from '../../address/place.ts';
import { forgetMade, refreshAll } from '../../draft/use-draft.ts';
import { actOnSeen } from '../../draft/seen.ts';
import { utcText } from '../../figure/date.ts';
import { client } from '../../service/trpc.ts';

export interface Publish {
  readonly note: string;
  /** The units that keep the earlier tiers; null: none. */
  readonly holdBack: HoldBack | null;
  /** When to publish, in milliseconds, and what to do if the live tiers change before then; null: now. */
  readonly later: { readonly at: number; readonly ifChanged: 'rebase' | 'suspend' } | null;
}

interface Asked {
  /** The draft that the user saw: another content is not published. */
  readonly seen: Draft;
  readonly live: TierSetFile | null;
  /** Whether the draft was ever tried: only then there is a verdict, which may be older than its content. */
  readonly wasTried: boolean;
  /** Whether the user knows that an experiment runs, in which a publish now begins another phase. */
  readonly isDuringExperiment: boolean;
  readonly onDone: (state: 'published' | 'scheduled') => void;
}

/** Publishes a draft as the user saw it, now or later. Open questions are asked first. */
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
      // Asks first about what has come up since the questions were shown. If asking fails, publishing says why.
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
    /** To be called when publishing is opened: reads the questions to ask before. */
    ask: asking.mutate,
  };
}
