import type { Draft } from '@auction-tiers/contract';
import { useQuery } from '@tanstack/react-query';
import { usePlace } from '../address/place.ts';
import { momentColumn, msOf } from '../figure/date.ts';
import { client } from '../service/trpc.ts';
import { useIsDiscarding } from './use-draft.ts';

/** `maria (22 Nov 2026, 08:15)`, in the member's time zone, which the line above the room names. */
export const whoText = ({ user, time }: Readonly<Record<'user' | 'time', string>>): string =>
  `${user} (${momentColumn(msOf(time))})`;

export const lastChangeText = ({ changed_by: user, last_modified: time }: Draft): string => whoText({ user, time });

/** Who last changed an object of a draft, and when; null: nobody has. */
export function editText(
  { edits }: Draft,
  { service, id, name }: Pick<Draft['edits'][number], 'service' | 'id' | 'name'>,
) {
  const edit = edits.find((one) => one.service === service && (one.id === null ? one.name === name : one.id === id));
  return edit === undefined ? null : whoText(edit);
}

/** The service forgets after three times this long that a draft is on a screen. */
const watchMs = 10_000;

/** Who else has the draft on the screen. */
export function OpenBy({ draft: { id } }: { readonly draft: Draft }) {
  const { memberId: member_id } = usePlace();
  const isDiscarding = useIsDiscarding(id);
  const { data } = useQuery({
    queryKey: ['draft on the screen', id, member_id],
    queryFn: () => client.draft.watch.mutate({ id, member_id }),
    refetchInterval: watchMs,
    enabled: !isDiscarding,
    retry: false,
  });
  const users = data?.open_by.map(({ user }) => user) ?? [];
  return (
    <span className="muted" role="status">
      {users.length > 0 && `${users.join(', ')} ${users.length === 1 ? 'has' : 'have'} this draft open`}
    </span>
  );
}

/** Who has made a draft, who changed it last, and who else has it open. */
export function DraftPeople({ draft }: { readonly draft: Draft }) {
  return (
    <>
      <span>
        Made {draft.created_by === draft.changed_by ? 'and' : `by ${draft.created_by};`} last changed by{' '}
        {lastChangeText(draft)}
      </span>
      <OpenBy draft={draft} />
    </>
  );
}
