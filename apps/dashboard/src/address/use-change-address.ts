import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { RoomSearch, roomSearch } from './room-search.ts';
import type { PageSearch } from './search.ts';

interface How {
  /** Whether the former address is forgotten, so that going back does not lead to it. */
  readonly replace?: boolean;
  readonly hash?: string;
}

/** Changes parameters of the address, of all rooms or of the present one, and keeps the room and the others. */
export function useChangeAddress(): (some: PageSearch, how?: How) => void {
  const navigate = useNavigate();
  return useCallback(
    (some, how = {}) => void navigate({ to: '.', search: (all) => ({ ...all, ...some }), ...how }),
    [navigate],
  );
}

/** The parameters of the room in the address, and what changes them. */
export function useAddress<Path extends keyof typeof roomSearch>() {
  const search = useSearch({ strict: false }) as RoomSearch<Path>;
  const change: (some: RoomSearch<Path> & PageSearch, how?: How) => void = useChangeAddress();
  return [search, change] as const;
}
