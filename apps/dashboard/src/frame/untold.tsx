import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { counted } from '../figure/count.ts';
import { momentText, msOf } from '../figure/date.ts';
import { Problem } from '../part/kit.tsx';
import { dismissUntold, findUntold, type Session } from '../service/session.ts';
import { queryClient } from '../service/trpc.ts';

const queryKey = ['session', 'untold'];

/** What others have changed of the user and its keys, until the user says that it has seen it. */
export function UntoldNotice({ session }: { readonly session: Session }) {
  const { data: untold } = useQuery({ queryKey: [...queryKey, session.user_id], queryFn: findUntold });
  const dismiss = useMutation({
    mutationFn: dismissUntold,
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (untold === undefined || untold === null) return null;
  return (
    <div className="notice" role="status" aria-label="Changes of your user">
      <strong>Others have changed your user or its keys.</strong>
      <ul>
        {untold.acts.map(({ time, words }) => (
          <li key={`${time} ${words}`}>
            {words}, {momentText(msOf(time))}
          </li>
        ))}
      </ul>
      {untold.others > 0 && <p>{counted(untold.others, 'earlier change')} are not shown here.</p>}
      <p>
        If you did not expect this, tell another manager. <Link to="/account">Account</Link> has your keys and your
        password.
      </p>
      {dismiss.error !== null && <Problem error={dismiss.error} />}
      <div className="form-actions">
        <Button loading={dismiss.isPending} onClick={() => dismiss.mutate(untold.revision)}>
          I have seen this
        </Button>
      </div>
    </div>
  );
}
