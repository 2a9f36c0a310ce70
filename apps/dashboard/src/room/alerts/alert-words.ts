import { type AlertKind, alertKinds, alertWords, type UsualDay, watchedBy } from '@auction-tiers/contract';
import { counted, percentText } from '../../figure/count.ts';
import { type Learned, learningText } from '../../report/learning.ts';

/** How unlikely an alert is by chance, in a sentence; empty where the alert is not about chance. */
export function chanceWords(everyDays: number): string {
  if (everyDays === 0) return '';
  if (everyDays >= 3650) return 'By chance that comes less often than once in ten years.';
  return `By chance that comes about once in ${Math.max(1, Math.round(everyDays))} days.`;
}

/** A group of what is watched, and whether and how: each kind is in one of them. */
export interface Watch {
  readonly what: string;
  readonly how: string;
}

/** What the alerts watch already, by kind, and what they still learn; kinds of which the same is to be said together. */
export function watchesOf(
  usual: Learned & Pick<UsualDay, 'is_learning' | 'finds'>,
  muted: readonly AlertKind[] = [],
): readonly Watch[] {
  const kinds = Map.groupBy(alertKinds, (kind) => {
    if (muted.includes(kind)) return 'muted: opens no alert';
    if (watchedBy(kind) !== 'counts') return 'watched';
    return usual.is_learning ? `learning: ${learningText(usual)}` : countedWords(kind, usual.finds);
  });
  return Array.from(kinds, ([how, some]) => ({ what: some.flatMap(alertWords).join(', '), how }));
}

/** How well a kind of figure is watched: of all auctions which falls are found, of buyers and tiers how many are watched. */
function countedWords(kind: AlertKind, finds: UsualDay['finds']): string {
  const of = finds.filter(({ figure }) => figure.split(':')[0] === kind);
  const found = of.filter((one) => [one.half_hour, one.hour, one.day].some((fall) => fall !== null));
  if (found.length === 0) return 'watched, but too few or too varied for a fall to be found within a day';
  if (kind === 'tier') return `watched for ${counted(found.length, 'tier')}`;
  if (kind === 'buyer' || kind === 'buyer_price') return `watched for ${counted(found.length, 'buyer')}`;
  const { half_hour: half, hour, day } = found[0]!;
  const soon = half === null || hour === null ? (hour ?? half) : Math.min(half, hour);
  const falls = [
    ...(soon === null ? [] : [`${percentText(soon)} within an hour`]),
    ...(day === null ? [] : [`${percentText(day)} within a day`]),
  ];
  return `watched: finds a fall of ${falls.join(', ')}`;
}
