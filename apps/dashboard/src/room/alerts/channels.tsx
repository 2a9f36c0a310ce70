import { hourText } from '@auction-tiers/calendar';
import type { Channel } from '@auction-tiers/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { momentText, msOf } from '../../figure/date.ts';
import { Choice, focusFirst, Form, FormActions, LiveWrite, Radios, useForm } from '../../part/form.tsx';
import { Notice, PlainButton, Problem, Waiting } from '../../part/kit.tsx';
import { ShownOnce } from '../../part/shown-once.tsx';
import { changeMember } from '../../service/change-member.ts';
import { client, refresh, trpc } from '../../service/trpc.ts';
import { isManager } from '../../words/access.ts';

const refreshChannels = () => refresh(trpc.channel);

/** Where the service sends the seller's alerts, and when not. */
export function Channels() {
  const { session, memberId } = useSeller();
  const [isMaking, setIsMaking] = useState(false);
  const { data, error, refetch } = useQuery(trpc.channel.list.queryOptions({ member_id: memberId }));
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting rows={2} />;
  const mayChange = isManager(session);
  return (
    <>
      {data.items.length > 0 && (
        <ul className="rows">
          {data.items.map((channel) => (
            <OneChannel key={channel.id} channel={channel} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {!mayChange && <p className="muted">Managers of the seller decide who gets alerts, and when.</p>}
      {mayChange && isMaking && <ChannelForm onDone={() => setIsMaking(false)} />}
      {mayChange && !isMaking && <Button onClick={() => setIsMaking(true)}>Add a channel</Button>}
      {mayChange && <Times />}
    </>
  );
}

const kindWords = { json: 'a program', slack: 'Slack or Teams' } as const;

function OneChannel({ channel, mayChange }: { readonly channel: Channel; readonly mayChange: boolean }) {
  const { id, name, kind, to, format, arrived_on: arrivedOn, problem } = channel;
  const of = { id, member_id: channel.member_id };
  const [isChanging, setIsChanging] = useState(false);
  const test = useMutation({
    mutationFn: () => client.alert.test.mutate({ channel_id: id, member_id: channel.member_id }),
    onSettled: refreshChannels,
  });
  const remove = useMutation({ mutationFn: () => client.channel.remove.mutate(of), onSuccess: refreshChannels });
  return (
    <li aria-label={name}>
      <strong>{name}</strong> by {kind === 'mail' ? 'mail' : kindWords[format]} to {to}{' '}
      <span className={problem === null ? 'muted' : 'warn'}>
        {problem === null
          ? arrivedOn === null
            ? 'Nothing was sent yet.'
            : `The last arrived ${momentText(msOf(arrivedOn))}.`
          : `The last did not arrive: ${problem}. It is tried again for a day.`}
      </span>
      {channel.unconfirmed !== null && <Confirming channel={channel} mayChange={mayChange} />}
      {isChanging && <ChannelForm channel={channel} onDone={() => setIsChanging(false)} />}
      {mayChange && !isChanging && (
        <div className="form-actions">
          <PlainButton onClick={() => setIsChanging(true)}>Change</PlainButton>
          <PlainButton loading={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </PlainButton>
          <LiveWrite
            action="Stop sending here"
            meaning="The channel is deleted and gets no alerts. To send there again, add a new one."
            hasNote={false}
            isPending={remove.isPending}
            onWrite={() => remove.mutate()}
          />
        </div>
      )}
      {test.data !== undefined && (
        <Notice>
          {test.data.problem === null ? 'The test arrived.' : `The test did not arrive: ${test.data.problem}.`}
        </Notice>
      )}
      {test.error !== null && <Problem error={test.error} />}
      {remove.error !== null && <Problem error={remove.error} />}
    </li>
  );
}

/** Asks for the codes that new addresses of mail were sent. */
function Confirming({ channel, mayChange }: { readonly channel: Channel; readonly mayChange: boolean }) {
  const { id, member_id, unconfirmed } = channel;
  const form = useForm({
    first: { confirmation_code: '' },
    send: ({ confirmation_code: code }) =>
      client.channel.update.mutate({ id, member_id, changes: { confirmation_code: code.trim() } }),
    async onSuccess(_, forget) {
      forget();
      await refreshChannels();
    },
  });
  return (
    <>
      <p className="warn">Waiting for {unconfirmed} to confirm. Nothing is sent there yet.</p>
      {mayChange && (
        <Form form={form}>
          <TextInput
            label="Code from the confirmation mail"
            required
            maxLength={100}
            {...form.text('confirmation_code')}
          />
          <FormActions submit="Confirm" form={form} />
        </Form>
      )}
    </>
  );
}

const ways = { mail: 'By mail', slack: 'In Slack or Teams', json: 'To a program' } as const;
const addressWords = {
  mail: ['Mail addresses', 'Up to ten, separated by commas'],
  slack: ['Address of the incoming webhook', 'Copy it from Slack or Teams. It is never shown'],
  json: ['Address of the program', 'Alerts are sent to it, signed. The address is never shown'],
} as const;

/** For an existing channel, another name or address; the address of a webhook is not known to the page. */
function ChannelForm({ channel, onDone }: { readonly channel?: Channel; readonly onDone: () => void }) {
  const { memberId, session } = useSeller();
  const isNew = channel === undefined;
  const usual = session.sends_mail ? 'mail' : 'slack';
  const [way, setWay] = useState<keyof typeof ways>(
    channel === undefined ? usual : channel.kind === 'mail' ? 'mail' : channel.format,
  );
  const form = useForm({
    first: { name: channel?.name ?? '', to: '' },
    send({ name, to }) {
      if (!isNew) {
        const changes = { name, ...(to.trim() === '' ? {} : { to: to.trim() }) };
        return client.channel.update.mutate({ id: channel.id, member_id: memberId, changes });
      }
      const kind = way === 'mail' ? ({ kind: 'mail' } as const) : ({ kind: 'webhook', format: way } as const);
      return client.channel.create.mutate({ name, to: to.trim(), member_id: memberId, ...kind });
    },
    onSuccess: async () => {
      await refreshChannels();
      if (!isNew || way !== 'json') onDone();
    },
  });
  if (isNew && form.data?.secret !== undefined && way === 'json')
    return <ShownOnce words={secretWords} value={form.data.secret ?? ''} onDone={onDone} />;
  const [label, description] = addressWords[way];
  return (
    <Form title={isNew ? 'Add a channel' : `Change ${channel.name}`} form={form}>
      <TextInput label="Name" required ref={focusFirst} maxLength={255} {...form.text('name')} />
      {isNew && (
        <Radios
          label="How"
          words={ways}
          value={way}
          onChange={setWay}
          refused={session.sends_mail ? undefined : ['mail', 'This installation sends no mail.']}
        />
      )}
      <TextInput
        label={isNew ? label : `${label} (empty: as it is)`}
        description={description}
        required={isNew}
        maxLength={1000}
        {...form.text('to')}
      />
      <FormActions submit={isNew ? 'Add the channel' : 'Save'} form={form} onCancel={onDone} />
    </Form>
  );
}

const secretWords = 'With this secret the program verifies that a message is from here. It is shown once.';

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));

const shown = (hour: number | null) => (hour === null ? null : String(hour));

/** When nothing is sent, and when a day is summed up by mail. */
function Times() {
  const { memberId } = useSeller();
  const { data } = useQuery(trpc.member.get.queryOptions({ id: memberId }));
  const known = data?.alerts ?? null;
  const save = useMutation({
    mutationFn: (changes: { readonly quiet_hours?: number[] | null; readonly digest_hour?: number | null }) =>
      changeMember(memberId, () => ({ alerts: changes })),
  });
  if (data === undefined) return <Waiting rows={1} />;
  const [from = null, to = null] = known?.quiet_hours ?? [];
  const choose = (one: string | null, other: string | null) =>
    save.mutate({ quiet_hours: one === null || other === null ? null : [Number(one), Number(other)] });
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, marginTop: 16, alignItems: 'end' }}>
      <Select
        label="Quiet hours from"
        placeholder="none"
        clearable
        data={hours}
        value={shown(from)}
        onChange={(value) => choose(value, shown(to) ?? '7')}
      />
      <Choice
        label="until"
        disabled={from === null}
        data={hours}
        value={shown(to)}
        onChange={(value) => choose(shown(from), value)}
      />
      <Select
        label="Daily summary by mail at"
        placeholder="none"
        clearable
        data={hours}
        value={shown(known?.digest_hour ?? null)}
        onChange={(value) => save.mutate({ digest_hour: value === null ? null : Number(value) })}
      />
      {save.error !== null && <Problem error={save.error} />}
    </div>
  );
}
