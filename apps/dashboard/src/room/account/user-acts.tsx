import type { User } from '@auction-tiers/contract';
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { Form, problemAt } from '../../part/form.tsx';
import { focusFirst } from '../../part/inline-form.tsx';
import { Problem } from '../../part/problem.tsx';
import { client, queryClient, trpc } from '../../service/trpc.ts';
import { AccessChoice } from './access-choice.tsx';

export const refreshUsers = () => queryClient.invalidateQueries({ queryKey: trpc.user.pathKey() });

interface UserActsProps {
  readonly user: User;
  /** Receives the user with the one-time password, which only this answer has. */
  readonly onPassword: (user: User) => void;
}

type Asking = 'change' | 'password' | 'state' | 'confirmation' | null;
type Changes = Parameters<typeof client.user.update.mutate>[0]['changes'];

/** What a manager does with another user; each act says first what it means. */
export function UserActs({ user, onPassword }: UserActsProps) {
  const { id, username, role, state, changed_by: changer, confirmed_by: confirmer } = user;
  // The name in history and in approvals is changed by administrators only.
  const { session } = useSeller();
  const isAdmin = session.role === 'admin';
  const [asking, setAsking] = useState<Asking>(null);
  const [name, setName] = useState(username);
  const [access, setAccess] = useState(user.access);
  const change = useMutation({
    mutationFn: (changes: Changes) => client.user.update.mutate({ id, changes }),
    async onSuccess(changed) {
      await refreshUsers();
      setAsking(null);
      if (changed.one_time_password !== null) onPassword(changed);
    },
  });
  const isDisabled = state === 'disabled';
  const asked: Readonly<
    Record<'password' | 'state' | 'confirmation', readonly [words: string, button: string, changes: Changes]>
  > = {
    password: ['The current password and open sessions end.', 'Make a one-time password', { reset_password: true }],
    state: isDisabled
      ? ['Password and keys are good again.', 'Enable', { state: 'enabled' }]
      : ['Sessions and keys stop working within seconds.', 'Disable', { state: 'disabled' }],
    confirmation: [
      `You confirm that ${username} acts for itself, and not ${changer}: it may then approve drafts of ${changer}.`,
      `Confirm ${username}`,
      { confirmed: true },
    ],
  };
  const leave = (
    <Button variant="default" onClick={() => setAsking(null)}>
      Cancel
    </Button>
  );
  if (asking === 'change') {
    const changes = { ...(name === username ? {} : { username: name }), ...(access === user.access ? {} : { access }) };
    return (
      <Form
        title={`Change ${username}`}
        onSubmit={() => change.mutate(changes)}
        error={change.error}
        fields={['username', 'access']}
      >
        {isAdmin && (
          <TextInput
            label="Username"
            description="The user signs in with it from now on"
            required
            autoComplete="off"
            ref={focusFirst}
            value={name}
            error={problemAt(change.error, 'username')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {role === 'seller' && (
          <AccessChoice value={access} error={problemAt(change.error, 'access')} onChange={setAccess} />
        )}
        <div className="form-actions">
          <Button type="submit" loading={change.isPending} disabled={Object.keys(changes).length === 0}>
            Save
          </Button>
          {leave}
        </div>
      </Form>
    );
  }
  if (asking !== null) {
    const [words, button, changes] = asked[asking];
    return (
      <span className="form-actions">
        {words}
        <Button
          {...(asking === 'state' && !isDisabled ? { color: 'red' } : {})}
          loading={change.isPending}
          onClick={() => change.mutate(changes)}
        >
          {button}
        </Button>
        {leave}
        {change.error !== null && <Problem error={change.error} />}
      </span>
    );
  }
  const mayConfirm = changer !== null && changer !== session.username && confirmer === null;
  return (
    <span className="form-actions">
      {mayConfirm && (
        <Button variant="default" onClick={() => setAsking('confirmation')}>
          Confirm
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => {
          // As the user is now: another manager may have changed it since the list was opened.
          setName(username);
          setAccess(user.access);
          setAsking('change');
        }}
      >
        Change
      </Button>
      <Button variant="default" onClick={() => setAsking('password')}>
        One-time password
      </Button>
      <Button variant="default" onClick={() => setAsking('state')}>
        {isDisabled ? 'Enable' : 'Disable'}
      </Button>
    </span>
  );
}
