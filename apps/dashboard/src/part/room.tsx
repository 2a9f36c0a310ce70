import { Skeleton } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';

interface RoomProps {
  readonly title: string;
  /** What stands in the place of the title, where that is a sentence. */
  readonly heading?: ReactNode;
  /** Beside the title: filters, counts, buttons. */
  readonly head?: ReactNode;
  /** Whether a table may take the whole width. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The content of one address: a title, the filters and buttons beside it, and its blocks. */
export function Room({ title, heading = title, head, isWide = false, children }: RoomProps) {
  useEffect(() => {
    document.title = `${title} · auction-tiers`;
  }, [title]);
  return (
    <main className={isWide ? 'room wide' : 'room'} id="room" tabIndex={-1}>
      <div className="room-head">
        <h1 className="room-title">{heading}</h1>
        {head}
      </div>
      {children}
    </main>
  );
}

interface BlockProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** A part of a room under a title of its own. */
export function Block({ title, children }: BlockProps) {
  return (
    <section className="block">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Grey bars in place of data that is being read, so that nothing moves once the data is there. */
export function Waiting({ rows = 6, height = 28 }: { readonly rows?: number; readonly height?: number }) {
  return (
    <div role="group" aria-busy="true" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} mb={8} />
      ))}
    </div>
  );
}
