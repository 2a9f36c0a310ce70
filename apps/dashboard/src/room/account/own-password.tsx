import { passwordLength } from '@auction-tiers/contract';
import { PasswordInput } from '@mantine/core';
import { useSeller } from '../../address/place.ts';
import { Form, FormActions, useForm } from '../../part/form.tsx';
import { Notice } from '../../part/kit.tsx';
import { signIn } from '../../service/session.ts';
import { Refusal } from '../../service/problem.ts';

/** Changes the password of the user that is signed in. Its other sessions end; this one is opened anew. */
export function OwnPassword() {
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
