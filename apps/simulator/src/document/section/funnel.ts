import type { FunnelSteps } from '@auction-tiers/chart';
import { axisHtml, createFunnelScale, funnelStages, funnelTrackHtml } from '@auction-tiers/chart';
import type { CompareReport } from '@auction-tiers/contract/compare-report';
import type { Block, Inline } from '@auction-tiers/report-document';
import {
  chartFigures,
  count,
  counted,
  details,
  figure,
  idAndName,
  legend,
  lines,
  only,
  percent,
  sentence,
  short,
  small,
  table,
  text,
} from '@auction-tiers/report-document';
import { capital } from '../../figure/text.ts';

type Steps = FunnelSteps & Pick<CompareReport['funnel']['draft'][number], 'too_costly'>;

/** One tier in each of the tier sets that are shown; null: it is not in that set. */
export interface TierFunnel {
  readonly id: number;
  readonly name: string | null;
  /** Of two tier sets: which have it. */
  readonly presence: 'both' | 'new' | 'removed';
  /** As `priorityText` gives it. */
  readonly priority: string;
  readonly sides: readonly (Steps | null)[];
}

const introduction = (bids: number) =>
  `Of ${counted(bids, 'bid')} seen: those of buyers that the tier names, of these those at its minimum price or above, of these those on impressions that it is for, of these those that it took and no other tier, and of these the winners.`;

/** The funnel of each tier as bars within bars and as figures. */
export const funnelBlocks = (tiers: readonly TierFunnel[], bids: number): Block[] => [
  sentence(introduction(bids)),
  legend(funnelStages.map(([, label], at) => [`step-${at}`, label] as const)),
  ...tables(tiers, ['with tiers'], tiers, true),
];

/** The funnel of each tier under two tier sets, the current one above the draft. Tiers that have the same in both are folded away. */
export function funnelPair(tiers: readonly TierFunnel[], bids: number): Block[] {
  const [changed, same] = [tiers.filter(isChanged), tiers.filter((tier) => !isChanged(tier))];
  const names = ['current', 'draft'];
  return [
    sentence(introduction(bids)),
    legend(funnelStages.map(([, label], at) => [[`step-${at} of-current`, `step-${at}`], label] as const)),
    sentence('Grey: current; blue: draft.', 'note'),
    ...(changed.length === 0
      ? [sentence('No tier has other bids than before.', 'nothing')]
      : tables(changed, names, tiers)),
    ...(same.length === 0
      ? []
      : [details('unchanged', `${counted(same.length, 'tier')} without a change`, tables(same, names, tiers))]),
  ].map((block) => only('file', block));
}

function isChanged({ presence, priority, sides: [before, after] }: TierFunnel): boolean {
  if (presence !== 'both' || !before || !after || priority.includes(arrow)) return true;
  return before.too_costly !== after.too_costly || funnelStages.some(([stage]) => before[stage] !== after[stage]);
}

const share = (steps: Steps, stage: keyof Steps) => (steps.seen === 0 ? 0 : steps[stage] / steps.seen);

/** The steps of tables: with the bids that are too costly where a limit kept out any. */
const stagesOf = (tiers: readonly TierFunnel[]): readonly (readonly [keyof Steps, string])[] =>
  funnelStages.flatMap((step): (readonly [keyof Steps, string])[] =>
    step[0] === 'categorised' && tiers.some(({ sides }) => sides.some((side) => (side?.too_costly ?? 0) > 0))
      ? [['too_costly', 'too costly'], step]
      : [step],
  );

/** `all`: the tiers that share a scale. */
function tables(
  tiers: readonly TierFunnel[],
  sideNames: readonly string[],
  all: readonly TierFunnel[],
  isInText = false,
): Block[] {
  const scale = createFunnelScale(all.flatMap(({ sides }) => sides));
  const order = sideNames.length > 1 ? `: ${sideNames.join(' above, ')} below; a dash where it is not in that set` : '';
  const tier = text<TierFunnel>('Tier', tierName);
  return [
    only(
      'file',
      table(tiers, {
        caption: `How far bids come with each tier${order}`,
        isChart: true,
        columns: [
          tier,
          {
            head: 'Bids',
            kind: 'track',
            axis: axisHtml(scale, short),
            cell: ({ sides }) => funnelTrackHtml(sides, scale),
          },
          figure('Won', ({ sides }) => bySide(sides, ({ won }) => count(won), sideNames)),
        ],
      }),
    ),
    chartFigures(
      [
        table(tiers, {
          caption: `Bids at each step, and their share of all bids${order}`,
          columns: [
            tier,
            figure('Priority', ({ priority }) => priority),
            ...stagesOf(tiers).map(([stage, label]) =>
              figure(capital(label), ({ sides }: TierFunnel) =>
                bySide(sides, (side) => [count(side[stage]), ' ', small(percent(share(side, stage)))]),
              ),
            ),
          ],
        }),
      ],
      isInText,
    ),
  ];
}

const tierName = ({ id, name, presence }: TierFunnel): Inline => [idAndName(id, name, ''), presenceOf(presence)];

/** A mark on a tier that only one of two compared tier sets has. */
export const presenceOf = (presence: 'both' | 'new' | 'removed' | null): Inline =>
  presence === 'new' || presence === 'removed' ? [' ', small(presence)] : null;

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
function bySide(sides: TierFunnel['sides'], word: (side: Steps) => Inline, names: readonly string[] = []): Inline {
  const isPair = sides.length > 1;
  return lines(
    sides.map((side, at) => ({
      look: isPair ? (['side-current', 'side-draft'][at] ?? 'side') : 'side',
      text: [isPair && names[at] !== undefined ? [small(names[at]), ' '] : null, side === null ? '\u2013' : word(side)],
    })),
  );
}

/** Each tier once, in the order of the draft; tiers that the draft no longer has come last. */
export function pairTiers({ current, draft }: CompareReport['funnel']): TierFunnel[] {
  const before = new Map(current.map((step) => [step.tier_id, step]));
  const after = new Map(draft.map((step) => [step.tier_id, step]));
  return [...new Map([...after, ...[...before].filter(([id]) => !after.has(id))]).values()].map((step) => ({
    id: step.tier_id,
    name: step.name,
    presence: step.presence,
    priority: priorityText(before.get(step.tier_id) ?? step, step),
    sides: [before.get(step.tier_id) ?? null, after.get(step.tier_id) ?? null],
  }));
}
