import { passwordLength } from '@auction-tiers/contract';
import { Button, CopyButton, PasswordInput, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { momentText, msOf } from '../../figure/date.ts';
import { Form, problemAt } from '../../part/form.tsx';
import { focusFirst } from '../../part/inline-form.tsx';
import { Problem } from '../../part/problem.tsx';
import { Waiting } from '../../part/room.tsx';
import { client, queryClient, trpc } from '../../service/trpc.ts';
import { NewSeller } from '../../start/new-seller.tsx';

/** What is being made. A seller that was just made gets its first user next. */
type Making = { readonly kind: 'user'; readonly actsFor: number | null } | { readonly kind: 'seller' } | null;

/** All users and sellers of the installation, and the making of further ones. */
export function Users() {
  const { timeZone } = useSeller();
  const [making, setMaking] = useState<Making>(null);
  const users = useQuery(trpc.user.list.queryOptions({ sort: 'username.asc' }));
  const members = useQuery(trpc.member.list.queryOptions({}));
  const error = users.error ?? members.error;
  if (error !== null) return <Problem error={error} />;
  if (users.data === undefined || members.data === undefined) return <Waiting rows={3} />;
  const nameOf = new Map(members.data.items.map(({ id, name }) => [id, name]));
  const done = () => setMaking(null);
  return (
    <>
      <div className="table-box">
        <table className="plain-table stacked">
          <thead>
            <tr>
              <th>Username</th>
              <th>Acts for</th>
              <th>Made</th>
            </tr>
          </thead>
          <tbody>
            {users.data.items.map(({ id, username, role, member_id: memberId, created_on: made }) => (
              <tr key={id}>
                <td data-head="Username">{username}</td>
                <td data-head="Acts for">
                  {role === 'admin' ? 'every seller (administrator)' : (nameOf.get(memberId ?? 0) ?? memberId)}
                </td>
                <td data-head="Made">{momentText(msOf(made), timeZone)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div style={{ marginTop: 12 }}>
        {making?.kind === 'user' && (
          <NewUser key={making.actsFor} members={members.data.items} actsFor={making.actsFor} onDone={done} />
        )}
        {making?.kind === 'seller' && (
          <NewSeller onMade={({ id }) => setMaking({ kind: 'user', actsFor: id })} onCancel={done} />
        )}
        {making === null && (
          <div className="form-actions">
            <Button onClick={() => setMaking({ kind: 'user', actsFor: null })}>New user</Button>
            <Button variant="default" onClick={() => setMaking({ kind: 'seller' })}>
              New seller
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

interface NewUserProps {
  readonly members: readonly { readonly id: number; readonly name: string }[];
  /** The seller that it is made for; null: one that is chosen. */
  readonly actsFor: number | null;
  readonly onDone: () => void;
}

const administrator = 'admin';

function NewUser({ members, actsFor: given, onDone }: NewUserProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [actsFor, setActsFor] = useState<string | null>(given === null ? null : String(given));
  const make = useMutation({
    mutationFn: () =>
      client.user.create.mutate({
        username,
        password,
        ...(actsFor === administrator
          ? { role: 'admin' as const, member_id: null }
          : { role: 'seller' as const, member_id: Number(actsFor) }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.user.pathKey() }),
  });
  if (make.isSuccess) return <MadeUser username={username} password={password} onDone={onDone} />;
  const seller = members.find(({ id }) => id === given)?.name;
  return (
    <Form
      title={seller === undefined ? 'New user' : `The first user of ${seller}`}
      onSubmit={() => make.mutate()}
      error={make.error}
      fields={['username', 'password', 'member_id']}
    >
      <TextInput
        label="Username"
        required
        ref={focusFirst}
        autoComplete="off"
        value={username}
        error={problemAt(make.error, 'username')}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        description={`${passwordLength.min} characters or more; the user can change it here`}
        required
        autoComplete="new-password"
        value={password}
        error={problemAt(make.error, 'password')}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
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
      <div className="form-actions">
        <Button type="submit" loading={make.isPending} disabled={actsFor === null}>
          Make the user
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

interface MadeUserProps {
  readonly username: string;
  readonly password: string;
  readonly onDone: () => void;
}

/** The one time that the password of another user is shown. */
function MadeUser({ username, password, onDone }: MadeUserProps) {
  const text = `${location.origin}/app/\nUsername: ${username}\nPassword: ${password}`;
  return (
    <div className="notice" role="status">
      <p>
        {username} can sign in now. The password is shown once: hand it over, and ask the user to change it in Account.
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
