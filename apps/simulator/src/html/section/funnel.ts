import type { Content, FunnelSteps, Html, TrackScale } from '@auction-tiers/chart';
import { axisHtml, createFunnelScale, funnelStages, funnelTrackHtml, html, legendHtml } from '@auction-tiers/chart';
import { count, counted, percent, short } from '../../figure/page.ts';
import { headOf, idAndName, leadHtml, noDataHtml, presenceHtml } from '../kit/part.ts';
import { tableHtml } from '../kit/table.ts';

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

const introduction =
  'those of buyers that the tier names, of these those at its minimum price or above, of these those on impressions that it is for, of these those that no other tier took, and of these the winners.';

/** The funnel of each tier as bars within bars and as figures. */
export function funnelHtml(tiers: readonly TierFunnel[], bids: number): Html {
  return html`${leadHtml(`Of ${counted(bids, 'bid')} seen: ${introduction}`)}
${legendHtml(funnelStages.map(([, label], at) => [`step-${at}`, label] as const))}
${tablesHtml(tiers, ['with tiers'], scaleOf(tiers))}`;
}

/** The funnel of each tier under two tier sets, the current one above the draft. Tiers that have the same in both are folded away. */
export function funnelPairHtml(tiers: readonly TierFunnel[], bids: number): Html {
  const [changed, same] = [tiers.filter(isChanged), tiers.filter((tier) => !isChanged(tier))];
  const scale = scaleOf(tiers);
  const shown =
    changed.length === 0 ? noDataHtml('No tier has other bids than before.') : tablesHtml(changed, pairNames, scale);
  const rest =
    same.length === 0
      ? null
      : html`<details class="unchanged"><summary>${counted(same.length, 'tier')} without a change</summary>
${tablesHtml(same, pairNames, scale)}
</details>
`;
  return html`${leadHtml(`Of ${counted(bids, 'bid')} seen: ${introduction}`)}
${legendHtml(funnelStages.map(([, label], at) => [[`step-${at} of-current`, `step-${at}`], label] as const))}
<p class="note">Grey: current; blue: draft.</p>
${shown}${rest}`;
}

const pairNames = ['current', 'draft'] as const;

function isChanged({ presence = 'both', priority, sides: [before, after] }: TierFunnel): boolean {
  if (presence !== 'both' || !before || !after || priority.includes(arrow)) return true;
  return funnelStages.some(([stage]) => before[stage] !== after[stage]);
}

function scaleOf(tiers: readonly TierFunnel[]): TrackScale {
  return createFunnelScale(tiers.flatMap(({ sides }) => sides));
}

function tablesHtml(tiers: readonly TierFunnel[], sideNames: readonly string[], scale: TrackScale): Html {
  const order = sideNames.length > 1 ? `: ${sideNames.join(' above, ')} below; a dash where it is not in that set` : '';
  return html`${tableHtml<TierFunnel>({
    caption: `How far bids come with each tier${order}`,
    isChart: true,
    rows: tiers,
    columns: [
      { head: 'Tier', kind: 'text', cell: tierName },
      {
        head: 'Bids',
        kind: 'track',
        axis: axisHtml(scale, short),
        cell: ({ sides }) => funnelTrackHtml(sides, scale),
      },
      { head: 'Won', kind: 'figure', cell: ({ sides }) => lines(sides, ({ won }) => count(won), sideNames) },
    ],
  })}
<details class="figures"><summary>The figures of this chart</summary>
${tableHtml<TierFunnel>({
  caption: `Bids at each step, and their share of all bids${order}`,
  rows: tiers,
  columns: [
    { head: 'Tier', kind: 'text', cell: tierName },
    { head: 'Priority', kind: 'figure', cell: ({ priority }) => priority },
    ...funnelStages.map(([stage, label]) => ({
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
})}
</details>
`;
}

function tierName({ id, name, presence = 'both' }: TierFunnel): Html {
  return html`${idAndName(id, name, '')}${presenceHtml(presence)}`;
}

const arrow = '→';

/** `7`, or `10, excludes`; of a tier under two tier sets both, where they differ: `7 → 5`. */
export function priorityText(
  ...sides: readonly { readonly priority: number; readonly member_action: 'include' | 'exclude' | null }[]
): string {
  const texts = sides.map(({ priority, member_action: action }) => {
    return `${priority}${action === 'exclude' ? ', excludes' : ''}`;
  });
  return [...new Set(texts)].join(` ${arrow} `);
}

/** A figure for each side, below each other; `names` name the sides where there are two. */
function lines(sides: TierFunnel['sides'], word: (side: FunnelSteps) => Content, names: readonly string[] = []): Html {
  const isPair = sides.length > 1;
  return html`${sides.map((side, at) => {
    const label = isPair && names[at] !== undefined ? html`<small>${names[at]}</small> ` : null;
    const kind = isPair ? `side-${pairNames[at] ?? ''}` : 'side';
    return html`<div class="${kind}">${label}${side === null ? '\u2013' : word(side)}</div>`;
  })}`;
}
