import { legendHtml } from './chart.ts';
import type { Tone } from './track.ts';
import { bar, createTrackScale, trackHtml } from './track.ts';
import { count, counted, percent } from '../../figure/page.ts';
import type { Content, Html } from '../kit/html.ts';
import { html } from '../kit/html.ts';
import { headOf, idAndName, leadHtml, presenceHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';

/** How many bids reach each step of one tier's funnel. */
export interface FunnelSteps {
  readonly seen: number;
  readonly listed: number;
  readonly priced_in: number;
  readonly targeted: number;
  readonly categorised: number;
  readonly won: number;
}

/** One tier in each of the tier sets that are shown; null: it is not in that set. */
export interface TierFunnel {
  readonly id: number;
  readonly name: string | null;
  /** Of two tier sets: which have it. Default: both. */
  readonly presence?: 'both' | 'new' | 'removed';
  /** As `priorityText` gives it. */
  readonly priority: string;
  readonly sides: readonly (FunnelSteps | null)[];
}

const stages = [
  ['listed', 'listed'],
  ['priced_in', 'priced in'],
  ['targeted', 'targeted'],
  ['categorised', 'taken by it'],
  ['won', 'won'],
] as const;

/** The funnel of each tier as bars within bars and as figures; with two sides, the first is above the second. */
export function funnelHtml(tiers: readonly TierFunnel[], sideNames: readonly string[], bids: number): Html {
  const scale = createTrackScale(tiers.flatMap(({ sides }) => sides.map((side) => side?.listed ?? 0)));
  const steps = stages.map(([, label], at) => [`step-${at}`, label] as const);
  const isPair = sideNames.length > 1;
  const order = isPair ? `: ${sideNames.join(' above, ')} below; a dash where it is not in that set` : '';
  const track = ({ sides }: TierFunnel) =>
    trackHtml(
      sides.map((side, lane) =>
        side === null
          ? null
          : stages.map(([stage], at) =>
              side[stage] === 0
                ? null
                : bar(scale, 0, side[stage], `step-${at}`, isPair ? (lane === 0 ? 0 : 1) : undefined),
            ),
      ),
    );
  return html`${leadHtml(`Of ${counted(bids, 'bid')} seen: those of buyers that the tier names, of these those at its minimum price or above, of these those on impressions that it is for, of these those that no other tier took, and of these the winners.`)}
${legendHtml(steps)}
${tableHtml<TierFunnel>({
  caption: `How far bids come with each tier${order}`,
  isChart: true,
  rows: tiers,
  columns: [
    { head: 'Tier', kind: 'text', cell: tierName },
    { head: 'Bids', kind: 'track', cell: track },
    { head: 'Won', kind: 'figure', cell: ({ sides }) => lines(sides, ({ won }) => count(won)) },
  ],
})}
${tableHtml<TierFunnel>({
  caption: `Bids at each step, and their share of all bids${order}`,
  rows: tiers,
  columns: [
    { head: 'Tier', kind: 'text', cell: tierName },
    {
      head: 'Priority',
      kind: 'figure',
      cell: ({ priority }) => priority,
    },
    ...stages.map(([stage, label]) => ({
      head: headOf(label),
      kind: 'figure' as const,
      cell: ({ sides }: TierFunnel) =>
        lines(
          sides,
          (side) =>
            html`${count(side[stage])} <small>${percent(side.seen === 0 ? 0 : side[stage] / side.seen)}</small>`,
        ),
    })),
  ],
})}`;
}

function tierName({ id, name, presence = 'both' }: TierFunnel): Html {
  return html`${idAndName(id, name, '')}${presenceHtml(presence)}`;
}

/** `7`, or `10, excludes`. */
export function priorityText(priority: number, action: 'include' | 'exclude' | null): string {
  return `${priority}${action === 'exclude' ? ', excludes' : ''}`;
}

function lines(sides: readonly (FunnelSteps | null)[], word: (side: FunnelSteps) => Content): Html {
  const tones: readonly Tone[] = ['current', 'draft'];
  return html`${sides.map((side, at) => html`<div class="${sides.length > 1 ? `side-${tones[at] ?? ''}` : 'side'}">${side === null ? '\u2013' : word(side)}</div>`)}`;
}
