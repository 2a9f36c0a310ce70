import { Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { passwordLength } from '@auction-tiers/contract';
import { Brand } from './icon.tsx';
import { Notice, Problem } from '../part/kit.tsx';
import { fieldProblemsOf } from '../service/problem.ts';
import { focusFirst, useForm } from '../part/form.tsx';
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
  // The refusal that asked for another password, which the notice says.
  const [asked, setAsked] = useState<unknown>(null);
  const isOnce = asked !== null;
  const form = useForm({
    first: { username: known ?? '', password: '', next: '' },
    send: ({ username, password, next }) =>
      signIn(username, password, isOnce ? next : undefined).catch((failure: unknown) => {
        // The password is right, and good for one sign-in.
        if (!isOnce && fieldProblemsOf(failure).some(({ path }) => path === 'new_password')) setAsked(failure);
        throw failure;
      }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 12 }}>
      <TextInput
        label="Username"
        autoComplete="username"
        required
        data-autofocus={known === undefined || undefined}
        {...form.text('username')}
      />
      <PasswordInput
        label="Password"
        autoComplete="current-password"
        required
        data-autofocus={known !== undefined || undefined}
        {...form.text('password')}
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
            {...form.text('next')}
          />
        </>
      )}
      {form.error !== null && form.error !== asked && <Problem error={form.error} />}
      <div>
        <Button type="submit" loading={form.isPending}>
          Sign in
        </Button>
      </div>
    </form>
  );
}
