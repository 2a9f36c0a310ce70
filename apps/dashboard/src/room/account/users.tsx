import { passwordLength } from '@auction-tiers/contract';
import { Button, PasswordInput, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { momentText, msOf } from '../../figure/date.ts';
import { Form, problemAt } from '../../part/form.tsx';
import { focusFirst } from '../../part/inline-form.tsx';
import { Problem } from '../../part/problem.tsx';
import { Waiting } from '../../part/room.tsx';
import { client, queryClient, trpc } from '../../service/trpc.ts';

type Making = 'user' | 'member' | null;

/** All users and sellers of the installation, and the making of further ones. */
export function Users() {
  const { timeZone } = usePlace();
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
        {making === 'user' && <NewUser members={members.data.items} onDone={done} />}
        {making === 'member' && <NewMember onDone={done} />}
        {making === null && (
          <div className="form-actions">
            <Button onClick={() => setMaking('user')}>New user</Button>
            <Button variant="default" onClick={() => setMaking('member')}>
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
  readonly onDone: () => void;
}

const administrator = 'admin';

function NewUser({ members, onDone }: NewUserProps) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [actsFor, setActsFor] = useState<string | null>(null);
  const make = useMutation({
    mutationFn: () =>
      client.user.create.mutate({
        username,
        password,
        ...(actsFor === administrator
          ? { role: 'admin' as const, member_id: null }
          : { role: 'seller' as const, member_id: Number(actsFor) }),
      }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: trpc.user.pathKey() });
      onDone();
    },
  });
  return (
    <Form
      title="New user"
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

function NewMember({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: () => client.member.create.mutate({ name }),
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: trpc.member.pathKey() });
      onDone();
    },
  });
  return (
    <Form title="New seller" onSubmit={() => make.mutate()} error={make.error} fields={['name']}>
      <TextInput
        label="Name"
        required
        ref={focusFirst}
        value={name}
        error={problemAt(make.error, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className="form-actions">
        <Button type="submit" loading={make.isPending}>
          Make the seller
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
