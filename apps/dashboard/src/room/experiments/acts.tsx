import type { Experiment } from '@auction-tiers/contract';
import { Button, Checkbox } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { lastChangeText } from '../../draft/people.tsx';
import { actOnSeen } from '../../draft/seen.ts';
import { focusFirst, InlineForm, LiveWrite, NumberField } from '../../part/form.tsx';
import { Problem } from '../../part/kit.tsx';
import { detailsOf, isMoved } from '../../service/problem.ts';
import { client, noted, trpc } from '../../service/trpc.ts';
import { refreshExperiments } from '../../experiment/use-experiments.ts';
import { designWords, underpoweredWords } from './words.ts';

/** What may be done with an experiment. Pause is one button, always in sight while it runs. */
export function Acts({ experiment }: { readonly experiment: Experiment }) {
  const { memberId: member_id, session, currency } = usePlace();
  const { id, state, design, draft_id: draftId } = experiment;
  const [isResuming, setIsResuming] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [isUnderpowered, setIsUnderpowered] = useState(false);
  const [limit, setLimit] = useState<number | string>('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: () => setIsResuming(false),
    onSettled: refreshExperiments,
  });
  const isEnded = state === 'ended';
  const isOfDraft = design !== 'hold_back';
  // The draft of a hold-back is live, and may be deleted.
  const { data: draft } = useQuery(
    trpc.draft.get.queryOptions({ id: draftId, member_id }, { enabled: !isEnded && isOfDraft }),
  );
  const named = { id, member_id };
  /** With the draft as it was seen: nothing is done where another user has changed it since. */
  const actSeen = (act: (seen: typeof named & { draft_etag?: string }) => Promise<unknown>) =>
    mutate(() =>
      draft === undefined ? act(named) : actOnSeen(draft, ({ if_match }) => act({ ...named, draft_etag: if_match })),
    );
  const isUnread = isOfDraft && draft === undefined;
  const changed = draft === undefined ? '' : `The draft was last changed by ${lastChangeText(draft)}.`;
  if (!session.scopes.includes('publish') || isEnded) return null;
  const end = (outcome: 'publish' | 'drop') => (note: string) => {
    const act = (seen: typeof named) => client.experiment.end.mutate({ ...seen, outcome }, noted(note));
    if (outcome === 'publish') actSeen(act);
    else mutate(() => act(named));
  };
  const pause = () => mutate(() => client.experiment.pause.mutate(named));
  // One question at a time, whose button is then the filled one.
  const write = { isPending, disabled: isAsking || (isResuming && state === 'paused'), onAsk: setIsAsking };
  return (
    <div className="experiment-acts">
      {state === 'running' && (
        <Button color="red" variant={isAsking ? 'outline' : 'filled'} loading={isPending} onClick={pause}>
          Pause
        </Button>
      )}
      {state === 'planned' && (
        <>
          <LiveWrite
            action="Start live"
            meaning={`It begins at once, with live auctions. ${designWords[design].about} ${changed}`}
            hasNote={false}
            {...write}
            disabled={isUnread || write.disabled}
            onWrite={() => actSeen((seen) => client.experiment.start.mutate({ ...seen, underpowered: isUnderpowered }))}
          />
          <Checkbox
            label={underpoweredWords}
            checked={isUnderpowered}
            onChange={(event) => setIsUnderpowered(event.currentTarget.checked)}
          />
          <LiveWrite
            action="Remove"
            meaning="The plan is deleted, with its expectation and its limits. The draft stays as it is."
            isDanger
            hasNote={false}
            {...write}
            onWrite={() => mutate(() => client.experiment.remove.mutate(named))}
          />
        </>
      )}
      {state === 'paused' && !isResuming && (
        <Button variant="outline" disabled={isAsking} onClick={() => setIsResuming(true)}>
          Resume…
        </Button>
      )}
      {isResuming && state === 'paused' && (
        <InlineForm
          onSubmit={() =>
            actSeen((seen) =>
              client.experiment.resume.mutate({ ...seen, ...(limit === '' ? {} : { max_loss: String(limit) }) }),
            )
          }
          onCancel={() => setIsResuming(false)}
          submit="Resume live"
          isPending={isPending}
          isDisabled={isUnread}
        >
          <NumberField
            label={`New limit in all (${currency}), if more is allowed`}
            ref={focusFirst}
            min={0}
            w={220}
            value={limit}
            onChange={setLimit}
          />
          <span className="muted">{changed}</span>
        </InlineForm>
      )}
      {(state === 'running' || state === 'paused') && (
        <>
          <LiveWrite
            action={isOfDraft ? 'End and publish the draft' : 'End and keep what is live'}
            meaning={
              isOfDraft
                ? `The draft becomes live for all auctions, at once. You can undo it in History. ${changed}`
                : 'All auctions are decided by what was published.'
            }
            {...write}
            disabled={isUnread || write.disabled}
            onWrite={end('publish')}
          />
          {isOfDraft && (
            <LiveWrite
              action="End and drop"
              meaning="The live tiers decide every auction. The draft stays as it is."
              isDanger
              {...write}
              onWrite={end('drop')}
            />
          )}
        </>
      )}
      {error !== null && <Problem error={error} />}
      {isMoved(error) && (
        <p>
          <Link to="/draft" search={{ draft: draftId }}>
            Look at the draft
          </Link>{' '}
          as it is now, before you continue.
        </p>
      )}
      {!isMoved(error) && detailsOf(error)['difference'] !== undefined && (
        <p>
          To publish it, pause the live test,{' '}
          <Link to="/draft" search={{ draft: draftId }}>
            update the draft to the live tiers
          </Link>
          and then end the live test.
        </p>
      )}
    </div>
  );
}
