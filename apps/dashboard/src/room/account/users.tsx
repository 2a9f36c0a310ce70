import type { Access, Member, User } from '@auction-tiers/contract';
import { Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { changedIn, focusFirst, Form, FormActions, LiveWrite, Radios, useForm } from '../../part/form.tsx';
import { momentColumn, msOf } from '../../figure/date.ts';
import { PlainTable } from '../../part/plain-table.tsx';
import { PlainButton, Problem, Waiting } from '../../part/kit.tsx';
import { ShownOnce } from '../../part/shown-once.tsx';
import { client, refresh, trpc } from '../../service/trpc.ts';
import { NewSeller } from '../../start/new-seller.tsx';
import { accessChoices, accessWords } from '../../words/access.ts';

/** What is being made. A seller that was just made gets its first user next. */
type Making = { readonly kind: 'user'; readonly firstOf: number | null } | { readonly kind: 'seller' } | null;

/** The users of the seller, for its managers; for administrators those of all sellers. */
export function Users() {
  const { session, member } = useSeller();
  const isAdmin = session.role === 'admin';
  const [making, setMaking] = useState<Making>(null);
  const [shown, setShown] = useState<User | null>(null);
  const users = useQuery(trpc.user.list.queryOptions({ sort: 'username.asc' }));
  const sellers = useQuery(trpc.member.list.queryOptions({}));
  const error = users.error ?? sellers.error;
  if (error !== null) return <Problem error={error} />;
  if (users.data === undefined || sellers.data === undefined) return <Waiting rows={3} />;
  const members = sellers.data.items;
  const sellerOf = ({ role, member_id: id }: User) =>
    role === 'admin' ? 'every seller' : (members.find((one) => one.id === id)?.name ?? '');
  const done = () => setMaking(null);
  return (
    <>
      <PlainTable
        isStacked
        rows={users.data.items}
        idOf={({ id }) => id}
        columns={[
          { head: 'Username', cell: (user) => nameCell(user, session.user_id) },
          { head: 'Access', cell: accessCell },
          isAdmin && { head: 'Acts for', cell: sellerOf },
          { head: 'Made', cell: ({ created_on: time }) => momentColumn(msOf(time)) },
          { head: 'Change', isHeadHidden: true, cell: (user) => actsCell(user, session.user_id, setShown) },
        ]}
      />
      <div style={{ marginTop: 12 }}>
        {shown !== null && <OneTimePassword user={shown} onDone={() => setShown(null)} />}
        {shown === null && making?.kind === 'user' && (
          <Invitation
            key={making.firstOf}
            members={isAdmin ? members : [member]}
            firstOf={making.firstOf}
            onMade={(user) => {
              setShown(user);
              done();
            }}
            onCancel={done}
          />
        )}
        {making?.kind === 'seller' && (
          <NewSeller onMade={({ id }) => setMaking({ kind: 'user', firstOf: id })} onCancel={done} />
        )}
        {shown === null && making === null && (
          <div className="form-actions">
            <PlainButton onClick={() => setMaking({ kind: 'user', firstOf: null })}>Invite a user</PlainButton>
            {isAdmin && <PlainButton onClick={() => setMaking({ kind: 'seller' })}>New seller</PlainButton>}
          </div>
        )}
      </div>
    </>
  );
}

const nameCell = ({ id, username }: User, own: number) => (
  <>
    {username}
    {id === own && <span className="muted"> (you)</span>}
  </>
);

const accessCell = (user: User) => (
  <>
    {accessText(user)}
    {user.changed_by !== null && <div className="muted">{confirmationText(user)}</div>}
  </>
);

const actsCell = (user: User, own: number, onPassword: (user: User) => void) =>
  user.id !== own && <UserActs user={user} onPassword={onPassword} />;

function accessText({ role, access, state, has_one_time_password: isInvited }: User): string {
  const name = role === 'admin' ? 'Administrator' : accessWords[access].name;
  if (state === 'disabled') return `${name}, disabled`;
  return isInvited ? `${name}, has not signed in since the one-time password` : name;
}

const confirmationText = ({ changed_by: changer, confirmed_by: confirmer }: User): string =>
  confirmer === null ? `Made or changed by ${changer}, not confirmed by another manager` : `Confirmed by ${confirmer}`;

interface InvitationProps {
  readonly members: readonly Member[];
  /** The seller that gets its first user, who manages the others; null: the user chooses the seller. */
  readonly firstOf: number | null;
  readonly onMade: (user: User) => void;
  readonly onCancel: () => void;
}

const administrator = 'admin';

function Invitation({ members, firstOf, onMade, onCancel }: InvitationProps) {
  const only = members.length === 1 ? members[0] : undefined;
  const seller = members.find(({ id }) => id === firstOf) ?? only;
  const usual: Access = firstOf === null ? 'viewer' : 'manager';
  const form = useForm({
    first: {
      username: '',
      access: usual,
      member_id: seller === undefined ? null : String(seller.id),
    },
    send: ({ username, access, member_id: actsFor }) =>
      client.user.create.mutate({
        username,
        ...(actsFor === administrator ? { role: 'admin', member_id: null } : { access, member_id: Number(actsFor) }),
      }),
    async onSuccess(user) {
      await refreshUsers();
      onMade(user);
    },
  });
  const actsFor = form.values.member_id;
  return (
    <Form title={firstOf === null ? 'Invite a user' : `The first user of ${seller?.name ?? 'the seller'}`} form={form}>
      <TextInput
        label="Username"
        description="The password is made here, and is good for one sign-in"
        required
        ref={focusFirst}
        autoComplete="off"
        {...form.text('username')}
      />
      {only === undefined && firstOf === null && (
        <Select
          label="Acts for"
          required
          searchable
          data={[
            ...members.map(({ id, name }) => ({ value: String(id), label: name })),
            { value: administrator, label: 'Every seller (administrator)' },
          ]}
          {...form.field('member_id')}
        />
      )}
      {firstOf !== null && <p className="muted">The first user is a manager, and invites the others.</p>}
      {firstOf === null && actsFor !== administrator && (
        <Radios label="Access" words={accessChoices} {...form.field('access')} />
      )}
      <FormActions submit="Make the user" form={form} isDisabled={actsFor === null} onCancel={onCancel} />
    </Form>
  );
}

/** The one time that the password of another user is shown. */
function OneTimePassword({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  const { username, one_time_password: password } = user;
  const text = `${location.origin}/app/\nUsername: ${username}\nPassword for one sign-in: ${password}`;
  return (
    <ShownOnce
      words={`With this password ${username} signs in once, and chooses another. It is shown once: hand it over now. A lost one is replaced by a new one.`}
      value={password ?? ''}
      copied={[text, 'Copy address and password']}
      doneWords="I have handed it over"
      onDone={onDone}
    />
  );
}

const refreshUsers = () => refresh(trpc.user);

interface UserActsProps {
  readonly user: User;
  /** Receives the user with the one-time password, which only this answer has. */
  readonly onPassword: (user: User) => void;
}

type Changes = Parameters<typeof client.user.update.mutate>[0]['changes'];

/** What a manager does with another user; each act says first what it means. */
function UserActs({ user, onPassword }: UserActsProps) {
  const { id, username, state, changed_by: changer, confirmed_by: confirmer } = user;
  const { session } = useSeller();
  const [isChanging, setIsChanging] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (changes: Changes) => client.user.update.mutate({ id, changes }),
    async onSuccess(changed) {
      await refreshUsers();
      if (changed.one_time_password !== null) onPassword(changed);
    },
  });
  if (isChanging) return <ChangeUser user={user} onDone={() => setIsChanging(false)} />;
  const asked = { hasNote: false, isPending };
  return (
    <span className="form-actions">
      {changer !== null && changer !== session.username && confirmer === null && (
        <LiveWrite
          {...asked}
          action={`Confirm ${username}`}
          meaning={`You confirm that ${username} acts for itself, and not ${changer}: it may then approve drafts of ${changer}.`}
          onWrite={() => mutate({ confirmed: true })}
        />
      )}
      <PlainButton onClick={() => setIsChanging(true)}>Change</PlainButton>
      <LiveWrite
        {...asked}
        action="Make a one-time password"
        meaning="The current password and open sessions end."
        onWrite={() => mutate({ reset_password: true })}
      />
      {state === 'disabled' ? (
        <LiveWrite
          {...asked}
          action="Enable"
          meaning="Password and keys are good again."
          onWrite={() => mutate({ state: 'enabled' })}
        />
      ) : (
        <LiveWrite
          {...asked}
          action="Disable"
          meaning="Sessions and keys stop working within seconds."
          isDanger
          onWrite={() => mutate({ state: 'disabled' })}
        />
      )}
      {error !== null && <Problem error={error} />}
    </span>
  );
}

/** Begins with the user as it is now: another manager may have changed it since the list was opened. */
function ChangeUser({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  const { id, username, role } = user;
  // The name in history and in approvals is changed by administrators only.
  const isAdmin = useSeller().session.role === 'admin';
  const [before] = useState({ username, access: user.access });
  const form = useForm({
    first: before,
    send: (values) => client.user.update.mutate({ id, changes: changedIn(values, before) }),
    async onSuccess() {
      await refreshUsers();
      onDone();
    },
  });
  return (
    <Form title={`Change ${username}`} form={form}>
      {isAdmin && (
        <TextInput
          label="Username"
          description="The user signs in with it from now on"
          required
          autoComplete="off"
          ref={focusFirst}
          {...form.text('username')}
        />
      )}
      {role === 'seller' && <Radios label="Access" words={accessChoices} {...form.field('access')} />}
      <FormActions
        submit="Save"
        form={form}
        isDisabled={Object.keys(changedIn(form.values, before)).length === 0}
        onCancel={onDone}
      />
    </Form>
  );
}
