import { calendarOf } from '@auction-tiers/calendar';
import type { View } from '@auction-tiers/contract';
import { Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { momentText, msOf, useDay } from '../../figure/date.ts';
import { changedIn, Choice, focusFirst, Form, FormActions, LiveWrite, useForm } from '../../part/form.tsx';
import { Empty, Problem, QuietButton, Room, Waiting } from '../../part/kit.tsx';
import { client, refresh, trpc } from '../../service/trpc.ts';
import { toKept, toShown } from './address.ts';

const refreshViews = () => refresh(trpc.view);

/** What was kept of the page, for all users of the seller. */
export function ViewsRoom(): React.ReactNode {
  const { memberId, session } = useSeller();
  const { of } = useSearch({ from: '/reports/views' });
  const { data, error, refetch } = useQuery(trpc.view.list.queryOptions({ member_id: memberId, sort: 'name.asc' }));
  const mayWrite = session.scopes.includes('write');
  const isKeeping = mayWrite && of !== undefined;
  return (
    <Room title="Views">
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting rows={3} />}
      {isKeeping && <NewView key={of} of={of} />}
      {data?.items.length === 0 && !isKeeping && (
        <Empty>No views yet. “Save view” saves a room as you see it: its search, its order and its days.</Empty>
      )}
      {data !== undefined && data.items.length > 0 && (
        <ul className="rows surface">
          {data.items.map((view) => (
            <OneView key={view.id} view={view} mayWrite={mayWrite} />
          ))}
        </ul>
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

const lowerFirst = (text: string) => text.replace(/^./, (letter) => letter.toLowerCase());

function OneView({ view, mayWrite }: { readonly view: View; readonly mayWrite: boolean }) {
  const { timeZone, session } = useSeller();
  const today = useDay(timeZone);
  const [isChanging, setIsChanging] = useState(false);
  const { id, name, address, every, due_on: dueOn, member_id } = view;
  const remove = useMutation({
    mutationFn: () => client.view.remove.mutate({ id, member_id }),
    onSuccess: refreshViews,
  });
  return (
    <li aria-label={name}>
      <a href={toShown(address, today, session.member_id === null ? member_id : undefined)}>{name}</a>{' '}
      <span className="muted">
        {dueOn === null ? 'not sent' : `sent ${lowerFirst(everyWords[every])}, next ${momentText(msOf(dueOn))}`}
      </span>{' '}
      {mayWrite && !isChanging && (
        <QuietButton size="compact-sm" onClick={() => setIsChanging(true)}>
          Change
        </QuietButton>
      )}
      {mayWrite && (
        <LiveWrite
          action="Stop keeping it"
          meaning="The view is deleted for all users of the seller, and is no longer sent."
          hasNote={false}
          isPending={remove.isPending}
          onWrite={() => remove.mutate()}
        />
      )}
      {remove.error !== null && <Problem error={remove.error} />}
      {isChanging && <ViewForm view={view} onDone={() => setIsChanging(false)} />}
    </li>
  );
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
  const channels = useQuery(trpc.channel.list.queryOptions({ member_id: memberId }));
  const choices = (channels.data?.items ?? []).map(({ id, name: label }) => ({ value: String(id), label }));
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
