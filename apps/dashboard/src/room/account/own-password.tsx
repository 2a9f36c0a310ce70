import { passwordLength } from '@auction-tiers/contract';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSeller } from '../../address/place.ts';
import { Form, problemAt } from '../../part/form.tsx';
import { Notice } from '../../part/problem.tsx';
import { signIn } from '../../service/session.ts';
import { Refusal } from '../../service/problem.ts';

/** Changes the password of the user that is signed in. Its other sessions end; this one is opened anew. */
export function OwnPassword() {
  const { session } = useSeller();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [again, setAgain] = useState('');
  const isOther = again !== '' && next !== again;
  const change = useMutation({
    async mutationFn() {
      await signIn(session.username, current, next).catch((error: unknown) => {
        const isWrong = error instanceof Refusal && error.status === 401;
        throw isWrong ? new Error('The current password is not your password.') : error;
      });
    },
    onSuccess() {
      setCurrent('');
      setNext('');
      setAgain('');
    },
  });
  return (
    <Form
      onSubmit={() => {
        if (next === again) change.mutate();
      }}
      error={change.error}
      fields={['new_password']}
    >
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        required
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <PasswordInput
        label="New password"
        description={`${passwordLength.min} characters or more`}
        autoComplete="new-password"
        required
        value={next}
        error={problemAt(change.error, 'new_password')}
        onChange={(event) => setNext(event.currentTarget.value)}
      />
      <PasswordInput
        label="New password, again"
        autoComplete="new-password"
        required
        value={again}
        error={isOther ? 'is not the same' : undefined}
        onChange={(event) => setAgain(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" loading={change.isPending}>
          Change the password
        </Button>
      </div>
      {change.isSuccess && next === '' && <Notice>The password is changed. Your other sessions have ended.</Notice>}
    </Form>
  );
}
