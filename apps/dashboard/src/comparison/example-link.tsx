import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { usePlace } from '../address/place.ts';
import { momentColumn, msOf } from '../figure/date.ts';
import { Problem } from '../part/kit.tsx';
import { useDecidingTiers, type Which } from '../sample/tier-source.ts';
import { useOpenAuction, useSample, useSampleAnswer } from '../sample/use-sample.ts';
import { hourText } from './period.ts';
import type { Example } from './report.ts';

interface ExampleLinkProps {
  readonly example: Example;
  /** The tiers that explain the example. */
  readonly which: Which;
}

/** A link to the room Why? with the recorded auction itself, which is read on a click. */
export function ExampleLink({ example, which }: ExampleLinkProps) {
  const { timeZone } = usePlace();
  const [isAsked, setIsAsked] = useState(false);
  const buyer = (example.draft ?? example.current)?.memberId ?? undefined;
  return (
    <>
      <Link
        to="/why"
        // In a window of its own: the auctions of that hour with this buyer.
        search={{ hour: hourText(msOf(example.time)), buyer }}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          setIsAsked(true);
        }}
      >
        {momentColumn(msOf(example.time), timeZone)}
      </Link>
      {isAsked && <OpenExample example={example} which={which} />}
    </>
  );
}

/** Reads the recorded auctions of the hour, finds the one by its seed, and opens it. */
function OpenExample({ example, which }: ExampleLinkProps) {
  const navigate = useNavigate();
  const view = useSample({ hour: hourText(msOf(example.time)) });
  const tiers = useDecidingTiers('live');
  // Moments of the report are of whole seconds or finer.
  const second = new Date(msOf(example.time)).toISOString();
  const { data, error: notFound } = useSampleAnswer(view, tiers, { find: { time: second, seed: example.seed } });
  const openAuction = useOpenAuction(view, tiers);
  const body = useQuery({
    queryKey: ['example', view.scope, example.file, example.place],
    enabled: data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: () => {
      const id = data?.found?.auctions[0]?.id;
      if (id !== undefined) return openAuction(id);
      throw new Error('this auction is not among those of its hour that are read; Why? lists the others');
    },
  });
  useEffect(() => {
    if (body.data === undefined) return;
    const bid = (example.draft ?? example.current)?.bidId;
    void navigate({
      to: '/why',
      search: { auction: body.data, bid, ...(which === 'draft' ? { tiers: which } : {}) },
    });
  }, [body.data, example, navigate, which]);
  const error = (view.state.state === 'failed' ? view.state.error : null) ?? notFound ?? body.error;
  if (error !== null) return <Problem error={error} />;
  if (view.state.state === 'empty')
    return <Problem error={new Error('the auctions of this hour are not kept any more')} />;
  return (
    <span className="muted" role="status">
      {' '}
      is opened …
    </span>
  );
}
