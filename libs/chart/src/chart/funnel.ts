import type { Html } from '../markup/html.ts';
import type { Step, TrackScale } from '../mark/track.ts';
import { bar, createTrackScale, trackHtml } from '../mark/track.ts';

/** How many bids reach each step of one tier's funnel. */
export interface FunnelSteps {
  readonly seen: number;
  readonly listed: number;
  readonly priced_in: number;
  readonly targeted: number;
  readonly categorised: number;
  readonly won: number;
}

/** The steps after the bids seen, each with its word. */
export const funnelStages = [
  ['listed', 'listed'],
  ['priced_in', 'priced in'],
  ['targeted', 'targeted'],
  ['categorised', 'taken by it'],
  ['won', 'won'],
] as const;

/** One scale for all funnels of a table. */
export function createFunnelScale(funnels: readonly (FunnelSteps | null)[]): TrackScale {
  return createTrackScale(funnels.map((steps) => steps?.listed ?? 0));
}

/**
 * The funnel of one tier in a table cell, as nested bars; with two funnels, the first is above the second and has its
 * own colours. Null: the tier set does not have the tier.
 */
export function funnelTrackHtml(sides: readonly (FunnelSteps | null)[], scale: TrackScale): Html {
  const isPair = sides.length > 1;
  return trackHtml(
    sides.map((side, lane) =>
      funnelStages.map(([stage], at) => {
        if (side === null || side[stage] === 0) return null;
        const tone: Step = isPair && lane === 0 ? `step-${at} of-current` : `step-${at}`;
        return bar(scale, 0, side[stage], tone, isPair ? (lane === 0 ? 0 : 1) : undefined);
      }),
    ),
  );
}
