import type { Contestant } from '../contestant.ts';
import { readingOf } from '../judge.ts';

/** The least that any matcher has to do: read each bid's buyer and net price, write one integer. */
export const limit: Contestant = {
  name: 'limit',
  question: 'read',
  prepare: ({ auctions }) => ({
    tiers: null,
    run(from, to, answers) {
      for (let at = from; at < to; at++) {
        const { bids } = auctions[at]!;
        const out = answers[at]!;
        for (let place = 0; place < bids.length; place++) out[place] = readingOf(bids[place]!);
      }
    },
  }),
};
