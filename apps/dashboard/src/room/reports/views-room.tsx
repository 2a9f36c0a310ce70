import { calendarOf } from '@auction-tiers/calendar';
import type { Channel, View } from '@auction-tiers/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { momentText, msOf, useDay } from '../../figure/date.ts';
import { changedIn, Choice, focusFirst, Form, FormActions, LiveWrite, useForm } from '../../part/form.tsx';
import { Empty, Notice, Problem, QuietButton, Room, Waiting } from '../../part/kit.tsx';
import { PlainTable } from '../../part/plain-table.tsx';
import { client, refresh, trpc } from '../../service/trpc.ts';
import { holdsWords, toKept, toShown } from './address.ts';

const refreshViews = () => refresh(trpc.view);

/** What was kept of the page, for all users of the seller. */
export function ViewsRoom(): React.ReactNode {
  const { memberId, session } = useSeller();
  const { of, ym } = useSearch({ from: '/reports/views' });
  const { data, error, refetch } = useQuery(trpc.view.list.queryOptions({ member_id: memberId, sort: 'name.asc' }));
  const mayWrite = session.scopes.includes('write');
  const today = ym === undefined ? '/today' : `/today?ym=${ym}`;
  const isKeeping = mayWrite && of !== undefined;
  return (
    <Room title="Views">
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting rows={3} />}
      {isKeeping && <NewView key={of} of={of} />}
      {data?.items.length === 0 && !isKeeping && (
        <Empty
          picture="rows"
          action={
            mayWrite && (
              <Button renderRoot={(props) => <Link {...props} to="/reports/views" search={{ of: today }} />}>
                Save a view of Today
              </Button>
            )
          }
        >
          No views yet. A view is a room as somebody saw it: its search, its order and its days.{' '}
          {mayWrite ? 'In any room, “Save view” saves one.' : 'Your user may open views, and save none.'}
        </Empty>
      )}
      {data !== undefined && data.items.length > 0 && (
        <section className="block">
          <ViewTable views={data.items} mayWrite={mayWrite} />
        </section>
      )}
    </Room>
  );
}

const everyWords = {
  never: 'Not sent',
  day: 'Each day',
  week: 'Each Monday',
  month: 'On the first of each month',
} as const;

/** What is kept, when each is sent and to whom, and what may be done with it. */
function ViewTable({ views, mayWrite }: { readonly views: readonly View[]; readonly mayWrite: boolean }) {
  const { memberId, timeZone, session } = useSeller();
  const today = useDay(timeZone);
  const { channels } = useChannels();
  const [changed, setChanged] = useState<number | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: number) => client.view.remove.mutate({ id, member_id: memberId }),
    onSuccess: refreshViews,
  });
  const send = useMutation({ mutationFn: (id: number) => client.view.send.mutate({ id, member_id: memberId }) });
  const rows = views.map(
    (view): ViewRow => ({
      ...view,
      href: toShown(view.address, today, session.member_id === null ? memberId : undefined),
      channel: channels.find(({ id }) => id === view.channel_id),
      isPending: isPending || send.isPending,
      onChange: () => setChanged(view.id),
      onSend: () => send.mutate(view.id),
      onRemove: () => mutate(view.id),
    }),
  );
  const view = views.find(({ id }) => id === changed);
  return (
    <>
      <PlainTable
        label="Views"
        isStacked
        rows={rows}
        idOf={({ id }) => id}
        columns={[
          { head: 'View', isName: true, cell: linkCell },
          { head: 'Holds', cell: ({ address }) => holdsWords(address) },
          { head: 'Sent', cell: ({ every }) => everyWords[every] },
          { head: 'To', cell: ({ channel }) => channel?.name ?? '–' },
          { head: 'Next', cell: ({ due_on: due }) => (due === null ? '–' : momentText(msOf(due))) },
          mayWrite && { head: 'Acts', isHeadHidden: true, cell: actsCell },
        ]}
      />
      {error !== null && <Problem error={error} />}
      {send.error !== null && <Problem error={send.error} />}
      {send.data !== undefined && (
        <Notice>
          “{views.find(({ id }) => id === send.variables)?.name}”{' '}
          {send.data.problem === null ? 'has been sent.' : `was not sent: ${send.data.problem}.`}
        </Notice>
      )}
      {view !== undefined && <ViewForm key={view.id} view={view} onDone={() => setChanged(null)} />}
    </>
  );
}

interface ViewRow extends View {
  readonly href: string;
  /** Undefined: it is sent nowhere. */
  readonly channel: Channel | undefined;
  readonly isPending: boolean;
  readonly onChange: () => void;
  readonly onSend: () => void;
  readonly onRemove: () => void;
}

const linkCell = ({ name, href }: ViewRow) => <a href={href}>{name}</a>;

const actsCell = ({ channel, isPending, onChange, onSend, onRemove }: ViewRow) => (
  <>
    <QuietButton size="compact-sm" onClick={onChange}>
      Change
    </QuietButton>{' '}
    {channel !== undefined && (
      <LiveWrite
        action="Send now"
        meaning={`It goes to ${channel.to} at once, with its rows and a picture of net. Its schedule stays as it is.`}
        hasNote={false}
        isPending={isPending}
        onWrite={onSend}
      />
    )}{' '}
    <LiveWrite
      action="Stop keeping it"
      meaning="The view is deleted for all users of the seller, and is no longer sent."
      hasNote={false}
      isPending={isPending}
      onWrite={onRemove}
    />
  </>
);

/** Where alerts and views can be sent. */
function useChannels() {
  const { memberId } = useSeller();
  const { data } = useQuery(trpc.channel.list.queryOptions({ member_id: memberId }));
  const channels = data?.items ?? [];
  return { channels, choices: channels.map(({ id, name }) => ({ value: String(id), label: name })) };
}

function NewView({ of }: { readonly of: string }) {
  const { timeZone } = useSeller();
  const navigate = useNavigate({ from: '/reports/views' });
  const [address] = useState(() => toKept(of, calendarOf(timeZone).dayAt(Date.now())));
  return <ViewForm address={address} onDone={() => void navigate({ to: '.', search: {}, replace: true })} />;
}

interface ViewFormProps {
  /** The address to keep, or the view that is changed. */
  readonly address?: string;
  readonly view?: View;
  readonly onDone: () => void;
}

function ViewForm({ address = '', view, onDone }: ViewFormProps) {
  const { memberId } = useSeller();
  const [before] = useState(view);
  const { choices } = useChannels();
  const form = useForm({
    first: { name: view?.name ?? '', every: view?.every ?? 'never', channel_id: choiceOf(view?.channel_id) },
    send({ name, every, channel_id: channel }) {
      const sent = { name, every, channel_id: every === 'never' || channel === null ? null : Number(channel) };
      if (before === undefined) return client.view.create.mutate({ ...sent, address, member_id: memberId });
      return client.view.update.mutate({ id: before.id, member_id: memberId, changes: changedIn(sent, before) });
    },
    onSuccess: async () => {
      await refreshViews();
      onDone();
    },
  });
  const { every, channel_id: channel } = form.values;
  return (
    <Form title={view === undefined ? 'Save this view' : `Change ${view.name}`} form={form}>
      <TextInput label="Name" required ref={focusFirst} maxLength={255} {...form.text('name')} />
      {choices.length > 0 && (
        <>
          <Choice
            label="Send automatically"
            description="With its rows and a picture of net"
            words={everyWords}
            {...form.field('every')}
          />
          {every !== 'never' && <Select label="To" required data={choices} {...form.field('channel_id')} />}
        </>
      )}
      {choices.length === 0 && (
        <p className="muted">To send a view, first add a mail address or a chat under Today, Alerts.</p>
      )}
      <FormActions
        submit={view === undefined ? 'Save it' : 'Save'}
        form={form}
        isDisabled={every !== 'never' && channel === null}
        onCancel={onDone}
      />
    </Form>
  );
}

const choiceOf = (id: number | null = null): string | null => (id === null ? null : String(id));
