import './account.css';
import { Link } from '@tanstack/react-router';
import { useSeller } from '../../address/place.ts';
import { Block, Notice, Problem, Room, Waiting } from '../../part/kit.tsx';
import { Calendar } from './calendar.tsx';
import { Keys } from './keys.tsx';
import { MemberSettings } from './member-settings.tsx';
import { isManager, roleName } from '../../words/access.ts';
import { UserLog } from './user-log.tsx';
import { Users } from './users.tsx';
import { type Member, passwordLength } from '@auction-tiers/contract';
import { PasswordInput, Select } from '@mantine/core';
import { Form, FormActions, useForm } from '../../part/form.tsx';
import { signIn } from '../../service/session.ts';
import { Refusal } from '../../service/problem.ts';
import { useLocalStorage } from '@mantine/hooks';
import { csvMarkKey, usualCsvMark } from '../../part/save-csv.ts';
import { useQuery } from '@tanstack/react-query';
import { PlainTable } from '../../part/plain-table.tsx';
import { trpc } from '../../service/trpc.ts';

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
  const nothing = { current: '', new_password: '', again: '' };
  const form = useForm({
    first: nothing,
    send: ({ current, new_password: next }) =>
      signIn(session.username, current, next).catch((error: unknown) => {
        const isWrong = error instanceof Refusal && error.status === 401;
        throw isWrong ? new Error('The current password is not your password.') : error;
      }),
    onSuccess: (_, set) => set(nothing),
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
    <Select
      label="Numbers in CSV files, in this browser"
      description="As the spreadsheet that opens them expects; at first by the language of the browser"
      maw={420}
      allowDeselect={false}
      data={[
        { value: '.', label: '1234.50, with commas between columns' },
        { value: ',', label: '1234,50, with semicolons between columns' },
      ]}
      value={mark}
      onChange={(chosen) => setMark(chosen === ',' ? ',' : '.')}
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
