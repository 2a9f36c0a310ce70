import './account.css';
import { Link } from '@tanstack/react-router';
import { useSeller } from '../../address/place.ts';
import { Block, Notice, PlainButton, Problem, Room, Waiting } from '../../part/kit.tsx';
import { Keys } from './keys.tsx';
import { MemberSettings } from './member-settings.tsx';
import { isManager, roleName, scopesText } from '../../words/access.ts';
import { Users } from './users.tsx';
import { type CalendarDay, type ChangeLogEntry, type Member, passwordLength } from '@auction-tiers/contract';
import { PasswordInput, Select, TextInput } from '@mantine/core';
import { Choice, focusFirst, Form, FormActions, NumberField, useForm } from '../../part/form.tsx';
import { signIn } from '../../service/session.ts';
import { Refusal } from '../../service/problem.ts';
import { useLocalStorage } from '@mantine/hooks';
import { csvMarkKey, usualCsvMark } from '../../part/save-csv.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { PlainTable } from '../../part/plain-table.tsx';
import { client, trpc } from '../../service/trpc.ts';
import { longDayText, momentColumn, msOf } from '../../figure/date.ts';
import { calendarOf, type Day } from '@auction-tiers/calendar';
import { countries } from '@auction-tiers/dma-data';
import { useState } from 'react';
import { counted } from '../../figure/count.ts';
import { changeMember } from '../../service/change-member.ts';

/** A part of the room, under a link of the list at the side. */
interface Section {
  readonly id: string;
  readonly title: string;
  /** Whether it is half as wide as the room, where there is room for two. */
  readonly isHalf?: boolean;
  readonly content: React.ReactNode;
}

/** The user's own password and keys, the seller's settings, for managers its users, and for administrators all users and sellers. */
export function AccountRoom(): React.ReactNode {
  const { session, member } = useSeller();
  const sections: readonly Section[] = [
    {
      id: 'settings',
      title: `Settings of ${member.name}`,
      content: <MemberSettings key={member.id} member={member} />,
    },
    { id: 'password', title: 'Password', isHalf: true, content: <OwnPassword /> },
    { id: 'calendar', title: 'Calendar', isHalf: true, content: <Calendar key={member.id} member={member} /> },
    { id: 'files', title: 'Files', isHalf: true, content: <CsvChoice /> },
    { id: 'keys', title: 'API keys', content: <Keys /> },
    ...(session.role === 'admin' ? [{ id: 'sellers', title: 'Sellers', content: <Sellers /> }] : []),
    ...(isManager(session)
      ? [
          { id: 'users', title: 'Users', content: <Users /> },
          { id: 'log', title: 'Changes of users and keys', content: <UserLog /> },
        ]
      : []),
  ];
  return (
    <Room
      title="Account"
      head={
        <span className="muted">
          {session.username}, {roleName(session)}
          {session.role === 'seller' && ` of ${member.name}`}
        </span>
      }
    >
      <div className="account">
        <nav className="account-list" aria-label="Sections">
          {sections.map(({ id, title }) => (
            <Link key={id} to="/account" search hash={id}>
              {title}
            </Link>
          ))}
        </nav>
        <div className="account-sections">
          {sections.map(({ id, title, isHalf = false, content }) => (
            <div key={id} id={id} className={isHalf ? 'half' : undefined}>
              <Block title={title}>{content}</Block>
            </div>
          ))}
        </div>
      </div>
    </Room>
  );
}

/** Changes the password of the user that is signed in. Its other sessions end; this one is opened anew. */
function OwnPassword() {
  const { session } = useSeller();
  const form = useForm({
    first: { current: '', new_password: '', again: '' },
    send: ({ current, new_password: next }) =>
      signIn(session.username, current, next).catch((error: unknown) => {
        const isWrong = error instanceof Refusal && error.status === 401;
        throw isWrong ? new Error('The current password is not your password.') : error;
      }),
    onSuccess: (_, forget) => forget(),
  });
  const { new_password: next, again } = form.values;
  return (
    <Form form={{ ...form, submit: () => next === again && form.submit() }}>
      <PasswordInput label="Current password" autoComplete="current-password" required {...form.text('current')} />
      <PasswordInput
        label="New password"
        description={`${passwordLength.min} characters or more`}
        autoComplete="new-password"
        required
        {...form.text('new_password')}
      />
      <PasswordInput
        label="New password, again"
        autoComplete="new-password"
        required
        {...form.text('again')}
        error={again !== '' && next !== again ? 'is not the same' : undefined}
      />
      <FormActions submit="Change the password" form={form} />
      {form.isSuccess && next === '' && <Notice>The password is changed. Your other sessions have ended.</Notice>}
    </Form>
  );
}

/** How this browser saves CSV files: as a spreadsheet of its language reads them, until another form is chosen. */
function CsvChoice() {
  const [mark, setMark] = useLocalStorage<'.' | ','>({ key: csvMarkKey, defaultValue: usualCsvMark });
  return (
    <Choice
      label="Numbers in CSV files, in this browser"
      description="As the spreadsheet that opens them expects; at first by the language of the browser"
      maw={420}
      words={{ '.': '1234.50, with commas between columns', ',': '1234,50, with semicolons between columns' }}
      value={mark}
      onChange={setMark}
    />
  );
}

/** All sellers, for administrators: each leads to its settings, which stand above. */
function Sellers() {
  const { memberId } = useSeller();
  const { data, error } = useQuery(trpc.member.list.queryOptions({}));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Waiting rows={3} />;
  return (
    <PlainTable
      isStacked
      rows={data.items}
      idOf={({ id }) => id}
      columns={[
        { head: 'Seller', cell: ({ name }) => name },
        { head: 'Time zone', cell: ({ timezone }) => timezone },
        { head: 'Currency', cell: ({ currency }) => currency },
        { head: 'Fee (%)', isNumber: true, cell: ({ revenue_share_pct: fee }) => fee },
        { head: 'Change', isHeadHidden: true, cell: (member) => changeCell(member, memberId) },
      ]}
    />
  );
}

const changeCell = ({ id, name }: Member, shown: number) =>
  id === shown ? (
    <span className="muted">Its settings are above</span>
  ) : (
    <Link to="/account" search={{ member: id }}>
      Change {name}
    </Link>
  );

const mostChanges = 100;

/** Who made, changed and removed the seller's users and their keys, the newest first. */
function UserLog() {
  const { memberId } = useSeller();
  const log = useQuery(
    trpc.changeLog.list.queryOptions({
      member_id: memberId,
      filter: { service: ['user', 'api-key'] },
      num_elements: mostChanges,
    }),
  );
  const users = useQuery(trpc.user.list.queryOptions({}));
  const error = log.error ?? users.error;
  if (error !== null) return <Problem error={error} />;
  if (log.data === undefined || users.data === undefined) return <Waiting rows={3} />;
  const names = new Map(users.data.items.map(({ id, username }) => [id, username]));
  return (
    <PlainTable
      label="Changes of users and keys"
      isStacked
      rows={log.data.items}
      idOf={({ revision }) => revision}
      columns={[
        { head: 'When', cell: (entry) => momentColumn(msOf(entry.created_on)) },
        { head: 'Who', cell: ({ user }) => user },
        { head: 'What', cell: (entry) => actText(entry, names) },
      ]}
    />
  );
}

type Image = Readonly<Record<string, unknown>>;
const verbs = { create: 'Made', update: 'Changed', delete: 'Removed' } as const;

/** The fields of a user by which somebody acts on it. */
const toldFields = ['username', 'access', 'state'] as const;

function actText(entry: ChangeLogEntry, names: ReadonlyMap<number, string>): string {
  const { service, resource_id: id, operation } = entry;
  const [before, after] = [entry.before, entry.after].map((image) => (image ?? {}) as Image) as [Image, Image];
  const image = { ...before, ...after };
  if (service === 'api-key') {
    const whose = names.get(Number(image['user_id'])) ?? 'a former user';
    const scopes = Array.isArray(image['scopes']) ? ` (${scopesText(image['scopes'] as string[])})` : '';
    return `${operation === 'create' ? 'Made' : 'Revoked'} a key of ${whose}${scopes}`;
  }
  const former = image['username'];
  const name = names.get(id) ?? (typeof former === 'string' ? former : 'a former user');
  if (operation !== 'update') return `${verbs[operation]} the user ${name}`;
  if (typeof after['told_revision'] === 'string') return `${name} has seen the changes of others`;
  if (typeof after['confirmed_by'] === 'string') return `Confirmed ${name}`;
  const fields = toldFields
    .filter((field) => after[field] !== undefined)
    .map((field) => `${field} from ${String(before[field])} to ${String(after[field])}`);
  if (fields.length > 0) return `Changed ${name}: ${fields.join(', ')}`;
  return after['has_one_time_password'] === true
    ? `Made a one-time password for ${name}`
    : `Changed the password of ${name}`;
}

/** The seller's days that are unlike others; managers add and remove them. */
function Calendar({ member }: { readonly member: Member }) {
  const { session } = useSeller();
  const [adding, setAdding] = useState<'day' | 'holidays' | null>(null);
  const days = (member.calendar ?? []).toSorted((one, other) => (one.date < other.date ? -1 : 1));
  const mayChange = isManager(session);
  const remove = useMutation({
    mutationFn: (date: Day) => changeDays(member.id, (now) => now.filter((one) => one.date !== date)),
  });
  const close = () => setAdding(null);
  const removeCell = ({ date, name }: CalendarDay) => (
    <PlainButton
      aria-label={`Remove ${name}`}
      loading={remove.isPending && remove.variables === date}
      onClick={() => remove.mutate(date)}
    >
      Remove
    </PlainButton>
  );
  return (
    <>
      <p className="muted">
        Holidays and other days unlike the rest. They are compared with each other, and not with ordinary days.
      </p>
      {days.length === 0 ? (
        <p>No day is in the calendar.</p>
      ) : (
        <PlainTable
          isStacked
          rows={days}
          idOf={({ date }) => date}
          columns={[
            { head: 'Day', cell: ({ date }) => longDayText(date) },
            { head: 'Name', cell: ({ name }) => name },
            mayChange && { head: 'Remove', isHeadHidden: true, cell: removeCell },
          ]}
        />
      )}
      {remove.error !== null && <Problem error={remove.error} />}
      {!mayChange && <p className="muted">The managers of {member.name} change the calendar.</p>}
      {mayChange && adding === null && (
        <div className="form-actions">
          <PlainButton onClick={() => setAdding('day')}>Add a day</PlainButton>
          <PlainButton onClick={() => setAdding('holidays')}>Add national holidays</PlainButton>
        </div>
      )}
      {adding === 'day' && <AddDay member={member} onDone={close} />}
      {adding === 'holidays' && <AddHolidays member={member} onDone={close} />}
    </>
  );
}

/** Changes the stored days, so that those that a colleague adds meanwhile stay. */
const changeDays = (id: number, change: (now: readonly CalendarDay[]) => readonly CalendarDay[]) =>
  changeMember(id, ({ calendar }) => {
    const next = change(calendar ?? []);
    return { calendar: next.length === 0 ? null : [...next] };
  });

interface AddProps {
  readonly member: Member;
  readonly onDone: () => void;
}

function AddDay({ member, onDone }: AddProps) {
  const form = useForm({
    first: { calendar: '', name: '' },
    send: ({ calendar: date, name }) =>
      changeDays(member.id, (now) => [...now.filter((one) => one.date !== date), { date, name: name.trim() }]),
    onSuccess: onDone,
  });
  return (
    <Form title="Add a day" form={form}>
      <TextInput type="date" label="Day" required ref={focusFirst} {...form.text('calendar')} />
      <TextInput label="Name" required maxLength={100} {...form.text('name')} />
      <FormActions submit="Add the day" form={form} onCancel={onDone} />
    </Form>
  );
}

const countryChoices = countries.map(({ code, name }) => ({ value: code, label: name }));

/** Adds those of a year that are not in the calendar yet; a day that is keeps its name. */
function AddHolidays({ member, onDone }: AddProps) {
  const [year] = useState<number | ''>(() => Number(calendarOf(member.timezone).dayAt(Date.now()).slice(0, 4)));
  const form = useForm({
    first: { country: null as string | null, year },
    async send({ country, year: chosen }) {
      const { items } = await client.calendar.holidays.query({ country: country ?? '', year: Number(chosen) });
      let added = 0;
      await changeDays(member.id, (now) => {
        const known = new Set(now.map(({ date }) => date));
        const fresh = items.filter(({ date }) => !known.has(date));
        added = fresh.length;
        return [...now, ...fresh];
      });
      return added;
    },
  });
  return (
    <Form title="Add national holidays" form={form}>
      <Select label="Country" required searchable data={countryChoices} {...form.field('country')} />
      <NumberField label="Year" required min={2015} max={2037} decimals={0} {...form.field('year')} />
      {form.data !== undefined && <Notice>{counted(form.data, 'day')} added.</Notice>}
      <FormActions submit="Add them" form={form} isDisabled={form.values.country === null} onCancel={onDone} />
    </Form>
  );
}
