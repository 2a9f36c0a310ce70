import type { User } from '@auction-tiers/contract';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { changedIn, focusFirst, Form, FormActions, Radios, useForm } from '../../part/form.tsx';
import { LiveWrite } from '../../part/live-write.tsx';
import { PlainButton, Problem } from '../../part/kit.tsx';
import { client, queryClient, trpc } from '../../service/trpc.ts';
import { accessChoices } from '../../words/access.ts';

export const refreshUsers = () => queryClient.invalidateQueries({ queryKey: trpc.user.pathKey() });

interface UserActsProps {
  readonly user: User;
  /** Receives the user with the one-time password, which only this answer has. */
  readonly onPassword: (user: User) => void;
}

type Changes = Parameters<typeof client.user.update.mutate>[0]['changes'];

/** What a manager does with another user; each act says first what it means. */
export function UserActs({ user, onPassword }: UserActsProps) {
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
