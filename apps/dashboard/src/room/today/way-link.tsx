import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePlace } from '../../address/place.ts';
import type { Way } from './reckon/sentences.ts';

/** A link to where a sentence is explained. */
export function WayLink({ way, children }: { readonly way: Way; readonly children: ReactNode }) {
  const { ymProfile } = usePlace();
  return (
    <Link to={way.to} params={{ tier: String(way.tier ?? '') }} search={{ ym: ymProfile.id, ...way.search }}>
      {children}
    </Link>
  );
}
