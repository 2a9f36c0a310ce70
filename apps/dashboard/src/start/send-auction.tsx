import type { ApiKey } from '@auction-tiers/contract';
import { Button, CopyButton, SegmentedControl } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../address/place.ts';
import { PlainButton, Problem } from '../part/kit.tsx';
import { client, refresh, trpc } from '../service/trpc.ts';
import { type RequestKind, requestKinds, requests } from './requests.ts';

/** The keys that were made on this page: each is shown once, until the page is left. */
const made = new Map<number, string>();

export const sendsAuctions = ({ scopes }: Pick<ApiKey, 'scopes'>): boolean => scopes?.includes('auction') === true;

/** Makes the key of an ad server in place, which may send auctions and nothing else. */
export function MakeKey() {
  const { memberId, session } = usePlace();
  const make = useMutation({
    mutationFn: () => client.apiKey.create.mutate({ name: 'Ad server', scopes: ['auction'], write_publishes: false }),
    async onSuccess({ key }) {
      if (key !== null && key !== undefined) made.set(memberId, key);
      await refresh(trpc.apiKey);
    },
  });
  // A key acts as its user: that of an administrator would be good for every seller.
  if (session.role === 'admin') return <p className="muted">A user of this seller makes it, so that it acts for it.</p>;
  if (!session.scopes.includes('write')) return <p className="muted">A manager can make a key for you.</p>;
  return (
    <>
      <Button loading={make.isPending} onClick={() => make.mutate()}>
        Make a key for the ad server
      </Button>
      {make.error !== null && <Problem error={make.error} />}
    </>
  );
}

const unknownKey = 'YOUR-KEY';
const noBuyer = { id: 1, name: 'Buyer' };

/** A request to paste, with the key in it where it was made here. */
export function SendAuction() {
  const { memberId, ymProfile } = usePlace();
  const [kind, setKind] = useState<RequestKind>('curl');
  const buyers = useQuery(
    trpc.platformMember.list.queryOptions({
      member_id: memberId,
      filter: { active: true },
      sort: 'name.asc',
      num_elements: 1,
    }),
  );
  const key = made.get(memberId);
  const [first] = buyers.data?.items ?? [];
  const buyer = first === undefined ? noBuyer : { id: first.id, name: first.name ?? noBuyer.name };
  const text = requests[kind]({ url: location.origin, key: key ?? unknownKey, ymProfileId: ymProfile.id, buyer });
  return (
    <div className="send-auction">
      <div className="form-actions">
        <SegmentedControl aria-label="Sent by" data={[...requestKinds]} value={kind} onChange={(one) => setKind(one)} />
        <CopyButton value={text}>
          {({ copied, copy }) => <PlainButton onClick={copy}>{copied ? 'Copied' : 'Copy'}</PlainButton>}
        </CopyButton>
      </div>
      <pre tabIndex={0} aria-label={`An auction by ${kind}`}>
        {text}
      </pre>
      <p className="muted">
        {key === undefined
          ? `Put your key in the place of ${unknownKey}: a key is shown only where it was made.`
          : 'The key in it is shown until you leave this page. Keep it where your ad server reads it.'}{' '}
        <a href="/docs" target="_blank" rel="noreferrer">
          All that an auction can say
        </a>
      </p>
    </div>
  );
}
