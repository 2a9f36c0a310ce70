import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { countText, counted, percentText } from '../figure/count.ts';
import { Definition } from '../part/definition.tsx';
import { Empty, Problem } from '../part/problem.tsx';
import { mostSampled, type SampleSize } from './choose-hours.ts';
import type { SampleView } from './use-sample.ts';

const cannotKnow =
  'Bids are taken as they were. Under other tiers buyers may bid otherwise: more where they win less, or elsewhere. So this says what the tiers would have done with these bids, not what the buyers will do.';

/** What the figures of a sample are of, in a sentence, and what they cannot tell. */
export function SampleNote({ view: { state, readAgain } }: { readonly view: SampleView }) {
  switch (state.state) {
    case 'reading':
      return (
        <p className="muted" role="status">
          Reading recorded auctions: {countText(state.read)} of {state.expected === 0 ? '…' : countText(state.expected)}{' '}
          <progress aria-label="Read" value={state.read} max={Math.max(state.expected, 1)} />
        </p>
      );
    case 'empty':
      return (
        <Empty
          action={
            <Button component={Link} to="/account" search>
              Choose how many are recorded
            </Button>
          }
        >
          {state.unread === 0 ? 'No auction of these days was recorded.' : unreadText(state.unread)} A part of the
          auctions is recorded, as the seller’s settings say, and kept for some days: choose later days, or have more of
          them recorded from now on.
        </Empty>
      );
    case 'failed':
      return <Problem error={state.error} onRetry={readAgain} />;
    case 'ready':
      return (
        <p className="muted">
          {sizeText(state.size)} {state.unread > 0 && <strong>{unreadText(state.unread)} </strong>}
          <Definition text={cannotKnow}>What this cannot know</Definition>
        </p>
      );
  }
}

/** What could not be read of the recorded auctions. */
export const unreadText = (unread: number): string =>
  `${counted(unread, 'recorded auction')} cannot be read and ${unread === 1 ? 'is' : 'are'} not in these figures.`;

/** `From 18,400 recorded auctions of 192 hours: 1.0 % of about 1,840,000 that were decided.` */
export function sizeText({ auctions, hours, hoursRecorded, auctionsRecorded, auctionsDecided }: SampleSize): string {
  const of =
    hours === hoursRecorded ? counted(hours, 'hour') : `${countText(hours)} of ${counted(hoursRecorded, 'hour')}`;
  const spread = hours === hoursRecorded ? '' : ', spread evenly over the days';
  const isPart = auctions === mostSampled && auctions < auctionsRecorded && hours === hoursRecorded;
  const first = isPart ? ` (the first of ${countText(auctionsRecorded)} recorded)` : '';
  const share = auctionsDecided === 0 ? 0 : auctions / auctionsDecided;
  const decided =
    auctions === auctionsDecided
      ? ': all that were decided.'
      : `: ${percentText(share)} of about ${countText(auctionsDecided)} that were decided.`;
  return `From ${counted(auctions, 'recorded auction')}${first} of ${of}${spread}${decided}`;
}
