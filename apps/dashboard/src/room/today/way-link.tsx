import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlace } from '../../address/place.ts';
import type { Way } from './reckon/sentences.ts';

const actWords: Readonly<Record<Way['to'], string>> = {
  '/tiers': 'See the tiers',
  '/tiers/$tier': 'See the tier',
  '/buyers': 'See the buyers',
  '/history': 'See the changes',
  '/why': 'See why',
};

/** A link to where a sentence is explained; by default it names the place. */
export function WayLink({ way, children }: { readonly way: Way; readonly children?: ReactNode }) {
  const { ymProfile } = usePlace();
  const act = way.search?.['buyer'] === undefined ? actWords[way.to] : 'See the buyer';
  return (
    <Link to={way.to} params={{ tier: String(way.tier ?? '') }} search={{ ym: ymProfile.id, ...way.search }}>
      {children ?? act}
    </Link>
  );
}
