import { Button } from '@mantine/core';
import { useState } from 'react';

const seen = 'first visit';

/** What a tier is, in three sentences, until they are read. */
export function FirstVisit() {
  const [isSeen, setIsSeen] = useState(() => localStorage.getItem(seen) !== null);
  if (isSeen) return null;
  const close = () => {
    localStorage.setItem(seen, '1');
    setIsSeen(true);
  };
  return (
    <section className="notice" aria-label="What a tier is">
      A tier names buyers and the least net price at which they come first in your auctions. Tiers stand in a ladder by
      priority: of all bids of an auction, those in the highest tier win before any other, whatever these pay. An
      exclude tier takes its buyers out of the auction instead. Press <kbd>?</kbd> in any room for what is in it.{' '}
      <Button variant="default" size="compact-xs" onClick={close}>
        Got it
      </Button>
    </section>
  );
}
