import { Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { passwordLength } from '@auction-tiers/contract';
import { Brand } from './icon.tsx';
import { Notice, Problem } from '../part/kit.tsx';
import { fieldProblemsOf } from '../service/problem.ts';
import { focusFirst } from '../part/form.tsx';
import { type Session, signIn } from '../service/session.ts';

/** The whole page for those who are not signed in. */
export function SignInPage() {
  return (
    <main className="sign-in">
      <div className="surface">
        <Brand />
        <h1 className="room-title">Sign in to auction-tiers</h1>
        <p className="muted">With the username and password that your manager or administrator gave you.</p>
        <SignInForm />
      </div>
    </main>
  );
}

/** Over a room whose session has ended: what the user typed stays in the room. */
export function SignInAgain({ session }: { readonly session: Session }) {
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} title="Your session has ended">
      <p>Sign in again to continue. Nothing you have typed is lost.</p>
      <SignInForm username={session.username} />
    </Modal>
  );
}

function SignInForm({ username: known }: { readonly username?: string }) {
  const [username, setUsername] = useState(known ?? '');
  const [password, setPassword] = useState('');
  const [next, setNext] = useState('');
  const [isOnce, setIsOnce] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => signIn(username, password, isOnce ? next : undefined),
    onError(failure) {
      // The password is right, and good for one sign-in.
      if (fieldProblemsOf(failure).some(({ path }) => path === 'new_password')) setIsOnce(true);
    },
  });
  const isAsked = isOnce && next === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <TextInput
        label="Username"
        autoComplete="username"
        required
        data-autofocus={known === undefined || undefined}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        required
        data-autofocus={known !== undefined || undefined}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {isOnce && (
        <>
          <Notice>This password is good for one sign-in. Choose your own, which takes its place.</Notice>
          <PasswordInput
            label="New password"
            description={`${passwordLength.min} characters or more`}
            autoComplete="new-password"
            required
            minLength={passwordLength.min}
            ref={focusFirst}
            value={next}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
        </>
      )}
      {error !== null && !isAsked && <Problem error={error} />}
      <div>
        <Button type="submit" loading={isPending}>
          Sign in
        </Button>
      </div>
    </form>
  );
}
