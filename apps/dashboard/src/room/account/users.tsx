import type { Access, Member, User } from '@auction-tiers/contract';
import { Button, CopyButton, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { momentColumn, msOf } from '../../figure/date.ts';
import { Form, FormActions, problemAt } from '../../part/form.tsx';
import { focusFirst } from '../../part/inline-form.tsx';
import { Problem } from '../../part/problem.tsx';
import { Waiting } from '../../part/room.tsx';
import { client, trpc } from '../../service/trpc.ts';
import { NewSeller } from '../../start/new-seller.tsx';
import { accessWords } from '../../words/access.ts';
import { AccessChoice } from './access-choice.tsx';
import { refreshUsers, UserActs } from './user-acts.tsx';

/** What is being made. A seller that was just made gets its first user next. */
type Making = { readonly kind: 'user'; readonly firstOf: number | null } | { readonly kind: 'seller' } | null;

/** The users of the seller, for its managers; for administrators those of all sellers. */
export function Users() {
  const { session, member, timeZone } = useSeller();
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
      <div className="table-box">
        <table className="plain-table stacked">
          <thead>
            <tr>
              <th>Username</th>
              <th>Access</th>
              {isAdmin && <th>Acts for</th>}
              <th>Made ({timeZone})</th>
              <th>
                <span className="visually-hidden">Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {users.data.items.map((user) => (
              <tr key={user.id}>
                <td data-head="Username">
                  {user.username}
                  {user.id === session.user_id && <span className="muted"> (you)</span>}
                </td>
                <td data-head="Access">
                  {accessText(user)}
                  {user.changed_by !== null && <div className="muted">{confirmationText(user)}</div>}
                </td>
                {isAdmin && <td data-head="Acts for">{sellerOf(user)}</td>}
                <td data-head="Made">
                  {momentColumn(msOf(user.created_on), timeZone)}
                  <span className="stacked-only"> ({timeZone})</span>
                </td>
                <td>{user.id !== session.user_id && <UserActs user={user} onPassword={setShown} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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
            <Button onClick={() => setMaking({ kind: 'user', firstOf: null })}>Invite a user</Button>
            {isAdmin && (
              <Button variant="default" onClick={() => setMaking({ kind: 'seller' })}>
                New seller
              </Button>
            )}
          </div>
        )}
      </div>
    </>
  );
}

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
  const [username, setUsername] = useState('');
  const [access, setAccess] = useState<Access>(firstOf === null ? 'viewer' : 'manager');
  const only = members.length === 1 ? members[0] : undefined;
  const seller = members.find(({ id }) => id === firstOf) ?? only;
  const [actsFor, setActsFor] = useState<string | null>(seller === undefined ? null : String(seller.id));
  const isAdministrator = actsFor === administrator;
  const make = useMutation({
    mutationFn: () =>
      client.user.create.mutate({
        username,
        ...(isAdministrator ? { role: 'admin', member_id: null } : { access, member_id: Number(actsFor) }),
      }),
    async onSuccess(user) {
      await refreshUsers();
      onMade(user);
    },
  });
  return (
    <Form
      title={firstOf === null ? 'Invite a user' : `The first user of ${seller?.name ?? 'the seller'}`}
      onSubmit={() => make.mutate()}
      error={make.error}
      fields={['username', 'access', 'member_id']}
    >
      <TextInput
        label="Username"
        description="The password is made here, and is good for one sign-in"
        required
        ref={focusFirst}
        autoComplete="off"
        value={username}
        error={problemAt(make.error, 'username')}
        onChange={(event) => setUsername(event.currentTarget.value)}
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
          value={actsFor}
          error={problemAt(make.error, 'member_id')}
          onChange={setActsFor}
        />
      )}
      {firstOf !== null && <p className="muted">The first user is a manager, and invites the others.</p>}
      {firstOf === null && !isAdministrator && (
        <AccessChoice value={access} error={problemAt(make.error, 'access')} onChange={setAccess} />
      )}
      <FormActions
        submit="Make the user"
        isSending={make.isPending}
        isDisabled={actsFor === null}
        onCancel={onCancel}
      />
    </Form>
  );
}

/** The one time that the password of another user is shown. */
function OneTimePassword({ user, onDone }: { readonly user: User; readonly onDone: () => void }) {
  const { username, one_time_password: password } = user;
  const text = `${location.origin}/app/\nUsername: ${username}\nPassword for one sign-in: ${password}`;
  return (
    <div className="notice" role="status">
      <p>
        With this password {username} signs in once, and chooses another. It is shown once: hand it over now. A lost one
        is replaced by a new one.
      </p>
      <div className="form-actions">
        <code className="new-key">{password}</code>
        <CopyButton value={text}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy address and password'}</Button>}
        </CopyButton>
        <Button variant="default" onClick={onDone}>
          I have handed it over
        </Button>
      </div>
    </div>
  );
}
