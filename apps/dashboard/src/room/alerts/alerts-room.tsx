import { calendarOf } from '@auction-tiers/calendar';
import { type Alert, alertWords } from '@auction-tiers/contract';
import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { useAlerts } from '../../alert/use-alerts.ts';
import { momentText, msOf } from '../../figure/date.ts';
import { earnedText } from '../../figure/figures.ts';
import { Form } from '../../part/form.tsx';
import { Block, Empty, PlainButton, Problem, QuietButton, Reading, Room, Waiting } from '../../part/kit.tsx';
import { later } from '../../part/later.tsx';
import { useUnsaved } from '../../part/unsaved.ts';
import { alertText } from '../../saying/plain-words.ts';
import { client, refresh, trpc } from '../../service/trpc.ts';
import { useNameOf } from '../../words/buyer-names.ts';
import { chanceWords, watchesOf } from './alert-words.ts';
import { PlainTable } from '../../part/plain-table.tsx';

const Channels = later(
  'channels',
  () => import('./channels.tsx').then((loaded) => loaded.Channels),
  <Waiting rows={2} />,
);

/** The alerts of the service: the open ones, and those that are over. */
export function AlertsRoom(): React.ReactNode {
  const { memberId, ymProfile } = usePlace();
  const { alerts, error } = useAlerts();
  const [isShown, setIsShown] = useState(false);
  const { alert: chosen } = useSearch({ from: '/today/alerts' });
  const listed = alerts?.find(({ id }) => id === chosen);
  // A link may be older than what the list shows.
  const older = useQuery(
    trpc.alert.get.queryOptions(
      { id: chosen ?? 0, member_id: memberId },
      { enabled: chosen !== undefined && alerts !== null && listed === undefined },
    ),
  );
  const opened = listed ?? (older.data?.ym_profile_id === ymProfile.id ? older.data : undefined);
  return (
    <Room title="Alerts">
      <Reading data={alerts} error={error} rows={4} />
      {opened === undefined && older.error !== null && <Problem error={older.error} />}
      {opened !== undefined && <OneAlert key={opened.id} alert={opened} />}
      {alerts?.length === 0 && (
        <Empty picture="course" action={<Link to="/account">How many false alarms to accept</Link>}>
          No alerts yet. Here will be what left its usual range.
        </Empty>
      )}
      <AlertList title="Ongoing" alerts={alerts?.filter(({ state }) => state === 'open') ?? []} />
      <AlertList title="Resolved" alerts={alerts?.filter(({ state }) => state !== 'open') ?? []} />
      <Watched />
      <Block title="Where alerts are sent">
        {isShown ? (
          <Channels />
        ) : (
          <>
            <p className="muted">
              Alerts are shown here and counted beside Today. They can also be sent by mail or to a chat.
            </p>
            <PlainButton onClick={() => setIsShown(true)}>Mail, chats and quiet hours</PlainButton>
          </>
        )}
      </Block>
    </Room>
  );
}

/** What the alerts watch, and what they still learn. */
function Watched() {
  const { memberId, ymProfile, member } = usePlace();
  const { data, error } = useQuery(trpc.usual.day.queryOptions({ ym_profile_id: ymProfile.id, member_id: memberId }));
  return (
    <Block title="What is watched">
      <Reading data={data} error={error} rows={4} />
      {data !== undefined && (
        <PlainTable
          label="What is watched"
          className="even"
          isStacked
          rows={watchesOf(data, member.alerts?.muted)}
          idOf={({ what }) => what}
          columns={[
            { head: 'What', isName: true, cell: ({ what }) => what },
            { head: 'What is noticed', cell: ({ how }) => how },
          ]}
        />
      )}
    </Block>
  );
}

function AlertList({ title, alerts }: { readonly title: string; readonly alerts: readonly Alert[] }) {
  const nameOf = useNameOf();
  if (alerts.length === 0) return null;
  return (
    <Block title={title}>
      <ul className="rows">
        {alerts.map(({ id, since, acknowledged, muted, ...alert }) => (
          <li key={id}>
            <Link to="/today/alerts" search={{ alert: id }}>
              {alertText(alert, nameOf)}
            </Link>{' '}
            <span className="muted">
              since {momentText(msOf(since))}
              {acknowledged && ', seen'}
              {muted && ', muted'}
            </span>
          </li>
        ))}
      </ul>
    </Block>
  );
}

/** One alert: what it is, how unlikely, where to look, and what users say of it. */
function OneAlert({ alert }: { readonly alert: Alert }) {
  const { timeZone, currency } = usePlace();
  const nameOf = useNameOf();
  const navigate = useNavigate({ from: '/today/alerts' });
  // Null: nothing was typed, and the note of a colleague stays.
  const [typed, setTyped] = useState<string | null>(null);
  const note = typed ?? alert.note ?? '';
  useUnsaved(typed !== null);
  const save = useMutation({
    async mutationFn(changes: { readonly acknowledged?: boolean; readonly muted?: boolean }) {
      const sent = typed === null ? changes : { ...changes, note: typed.trim() === '' ? null : typed.trim() };
      await client.alert.update.mutate({ id: alert.id, member_id: alert.member_id, changes: sent });
      await refresh(trpc.alert);
    },
    onSuccess: () => setTyped(null),
  });
  const day = calendarOf(timeZone).dayAt(msOf(alert.since));
  const also = alertWords(alert.also ?? '');
  const money = Number(alert.net_difference ?? 0);
  const worth =
    money === 0 ? '' : `That is ${earnedText(Math.abs(money))} ${currency} ${money < 0 ? 'less' : 'more'} net.`;
  const until = alert.closed_on === null ? '' : ` until ${momentText(msOf(alert.closed_on))}`;
  return (
    <section className="block" aria-label="The alert">
      <h2>{alertText(alert, nameOf)}</h2>
      <p>
        Since {momentText(msOf(alert.since))}
        {until}. {worth} {chanceWords(alert.every_days)} {also.length > 0 && `Also unusual: ${also.join(', ')}.`}
      </p>
      <p style={{ display: 'flex', flexWrap: 'wrap', gap: 16 }}>
        <Subject alert={alert} />
        <Link to="/today/movement" search={{ ym: alert.ym_profile_id, from: day, to: day }}>
          What moved net that day
        </Link>
      </p>
      <Form form={{ submit: () => save.mutate({ acknowledged: true }), error: save.error, fields: ['note'] }}>
        <Textarea
          label="Note (optional)"
          maxLength={1000}
          maw={480}
          value={note}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
          <Button type="submit" loading={save.isPending}>
            {alert.acknowledged ? 'Save the note' : 'I have seen it'}
          </Button>
          <PlainButton onClick={() => save.mutate({ acknowledged: true, muted: !alert.muted })}>
            {alert.muted ? 'Unmute this alert' : 'Mute this alert'}
          </PlainButton>
          <QuietButton onClick={() => void navigate({ to: '.', search: {} })}>Close</QuietButton>
        </div>
      </Form>
    </section>
  );
}

/** The rooms that show more of what an alert is about, and what they are asked to show. */
const subjects: Readonly<Partial<Record<Alert['kind'], readonly [words: string, to: LinkProps['to'], name: string]>>> =
  {
    buyer: ['To the buyer', '/buyers', 'buyer'],
    buyer_price: ['To the buyer', '/buyers', 'buyer'],
    tier: ['To the tier', '/tiers/$tier', ''],
    experiment: ['To the live test', '/draft/tests', 'experiment'],
    draft: ['To the draft', '/draft', 'draft'],
  };

function Subject({ alert: { kind, subject_id: id } }: { readonly alert: Alert }) {
  const [words, to, name = ''] = subjects[kind] ?? [];
  if (id === null || to === undefined) return null;
  return (
    <Link to={to} params={{ tier: String(id) }} search={name === '' ? {} : { [name]: id }}>
      {words}
    </Link>
  );
}
