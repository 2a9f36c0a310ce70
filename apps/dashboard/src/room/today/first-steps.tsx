import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlace } from '../../address/place.ts';
import { pageOnly } from '../../address/search.ts';
import { useLive } from '../../draft/use-draft.ts';
import { trpc } from '../../service/trpc.ts';

/** What is left to do until auctions flow, in place of the figures that there are not yet. */
export function FirstSteps() {
  const { member, ymProfile } = usePlace();
  const keys = useQuery(trpc.apiKey.list.queryOptions({}));
  const { live } = useLive();
  const hasKey = keys.data?.items.some(({ scopes }) => scopes?.includes('auction') === true) === true;
  return (
    <section className="block">
      <h2>First steps</h2>
      <ol className="first-steps">
        <Step isDone title="A group of sites">
          It is {ymProfile.name}.
        </Step>
        <Step isDone={hasKey} title="A key">
          Your ad server needs one to send auctions.{' '}
          <Link to="/account" search={pageOnly}>
            Make a key in Account
          </Link>
        </Step>
        <Step isDone={false} title="The first auction">
          Waiting for the first auction … Its figures stand here within half a minute.{' '}
          <a href="/docs" target="_blank" rel="noreferrer">
            How an auction is sent
          </a>
        </Step>
        <Step isDone={member.record_share !== null} title="How much is recorded">
          Drafts are tried on recorded auctions. With few auctions, all of them are best.{' '}
          <Link to="/account" search={pageOnly}>
            Set it in Account
          </Link>
        </Step>
        <Step isDone={live !== null && live.tiers.length > 0} title="The first tier">
          It says which buyers go first, and from which price.{' '}
          <Link to="/tiers" search={(all) => ({ ...pageOnly(all), tier: 'new' })}>
            Make a tier
          </Link>
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  readonly isDone: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ isDone, title, children }: StepProps) {
  return (
    <li>
      <strong>{title}</strong> <span className={isDone ? 'gain' : 'muted'}>{isDone ? '✓ done' : 'to do'}</span>
      <div>{children}</div>
    </li>
  );
}
