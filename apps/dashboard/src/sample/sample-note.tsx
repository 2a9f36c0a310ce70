import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { usePlace } from '../address/place.ts';
import { countText, counted, percentText } from '../figure/count.ts';
import { msOf, shortMomentText, useNow } from '../figure/date.ts';
import { Definition, Empty, Problem, QuietButton } from '../part/kit.tsx';
import type { RecordedSample } from '@auction-tiers/contract';
import type { SampleView } from './use-sample.ts';

const cannotKnow =
  'Bids are taken as they were. Under other tiers buyers may bid differently: more where they win less, or elsewhere. So this says what the tiers would have done with these bids, not what the buyers will do.';

/** What the figures of a sample are of, in a sentence, and what they cannot tell. */
export function SampleNote({ view: { scope, state, readAgain } }: { readonly view: SampleView }) {
  const now = useNow();
  const isAll = usePlace().member.record_share === 1;
  switch (state.state) {
    case 'reading':
      return (
        <p className="muted" role="status">
          Reading recorded auctions … <progress aria-label="Read" />
        </p>
      );
    case 'empty':
      return (
        <Empty
          action={
            isAll ? undefined : (
              <Button component={Link} to="/account" search>
                Choose how many are recorded
              </Button>
            )
          }
        >
          {state.sample.unread === 0 ? 'No auction of these days was recorded.' : unreadText(state.sample.unread)}{' '}
          {isAll
            ? 'All auctions are recorded, and kept for some days: choose days with auctions.'
            : 'A part of the auctions is recorded, as the seller’s settings say, and kept for some days: choose later days, or have more of them recorded from now on.'}
        </Empty>
      );
    case 'failed':
      return <Problem error={state.error} onRetry={readAgain} />;
    case 'ready':
      return (
        <p className="muted">
          {sizeText(state.sample)} {state.sample.unread > 0 && <strong>{unreadText(state.sample.unread)} </strong>}
          {state.sample.newest_on !== null && `The last is of ${shortMomentText(msOf(state.sample.newest_on))}. `}
          <Definition text={cannotKnow}>What this cannot know</Definition>
          {Date.parse(scope.to) > now && (
            <QuietButton size="compact-sm" onClick={readAgain}>
              Read newer ones
            </QuietButton>
          )}
        </p>
      );
  }
}

/** What could not be read of the recorded auctions. */
export const unreadText = (unread: number): string =>
  `${counted(unread, 'recorded auction')} cannot be read and ${unread === 1 ? 'is' : 'are'} not in these figures.`;

/** `From 18,400 recorded auctions of 192 hours: 1.0 % of about 1,840,000 that were decided.` */
export function sizeText(sample: RecordedSample): string {
  const { auctions, hours, auctions_decided: decidedCount } = sample;
  const isWhole = hours === sample.hours_recorded;
  const of = isWhole ? counted(hours, 'hour') : `${countText(hours)} of ${counted(sample.hours_recorded, 'hour')}`;
  const spread = isWhole ? '' : ', spread evenly over the days';
  const first = sample.is_cut && isWhole ? ` (the first of ${countText(sample.auctions_recorded)} recorded)` : '';
  const share = decidedCount === 0 ? 0 : auctions / decidedCount;
  const decided =
    auctions === decidedCount
      ? ': all that were decided.'
      : `: ${percentText(share)} of about ${countText(decidedCount)} that were decided.`;
  return `From ${counted(auctions, 'recorded auction')}${first} of ${of}${spread}${decided}`;
}
