import { useSubscription } from '@trpc/tanstack-react-query';
import { figures } from '../../figure/figures.ts';
import { useState } from 'react';
import { usePlace } from '../../address/place.ts';
import { countText } from '../../figure/count.ts';
import { trpc } from '../../service/trpc.ts';
import { type LiveSecond, liveRate, withSecond } from './reckon/live-rate.ts';

/** The present auctions per second. After an interruption the stream goes on by itself. */
export function LiveNow() {
  const { ymProfile, memberId } = usePlace();
  const [seconds, setSeconds] = useState<readonly LiveSecond[]>([]);
  const { status } = useSubscription(
    trpc.report.live.subscriptionOptions(
      { ym_profile_id: ymProfile.id, member_id: memberId },
      { onData: ({ data: { time, auctions } }) => setSeconds((before) => withSecond(before, { time, auctions })) },
    ),
  );
  const rate = liveRate(seconds);
  return <span className="muted today-live">{wordsOf(status, rate)}</span>;
}

function wordsOf(status: string, rate: number | null): string {
  if (status === 'error') return 'What happens now cannot be read.';
  if (status !== 'pending') return 'Connecting to what happens now…';
  if (rate === null) return 'Auctions now: …';
  if (rate === 0) return 'No auctions now.';
  return `${rate < 10 ? figures.decimal(rate, 0, 1) : countText(rate)} auctions a second now`;
}
