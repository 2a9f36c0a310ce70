import { type AlertKind, alertKinds, alertWords, type UsualDay, watchedBy } from '@auction-tiers/contract';
import { counted, percentText } from '../../figure/count.ts';
import { type Learned, learningText } from '../../report/learning.ts';

/** How unlikely an alert is by chance, in a sentence; empty where the alert is not about chance. */
export function chanceWords(everyDays: number): string {
  if (everyDays === 0) return '';
  if (everyDays >= 3650) return 'By chance that comes less often than once in ten years.';
  return `By chance that comes about once in ${Math.max(1, Math.round(everyDays))} days.`;
}

/** What is watched, and what of it is noticed; kinds that are still learned stand together. */
export interface Watch {
  readonly what: string;
  readonly how: string;
}

/** What the alerts watch already, by kind, and what they still learn. */
export function watchesOf(
  usual: Learned & Pick<UsualDay, 'is_learning' | 'finds'>,
  muted: readonly AlertKind[] = [],
): readonly Watch[] {
  const kinds = Map.groupBy(alertKinds, (kind) => {
    if (muted.includes(kind)) return 'Muted: opens no alert';
    if (watchedBy(kind) !== 'counts') return 'As soon as it happens';
    return usual.is_learning ? `Learning: ${learningText(usual)}` : countedWords(kind, usual.finds);
  });
  return Array.from(kinds).flatMap(([how, some]) => {
    const words = some.flatMap(alertWords);
    return (how.startsWith('Learning') ? [words.join(', ')] : words).map((what) => ({ what, how }));
  });
}

/** What is noticed of a kind of figure: of all auctions which falls, of buyers and tiers in how many. */
function countedWords(kind: AlertKind, finds: UsualDay['finds']): string {
  const of = finds.filter(({ figure }) => figure.split(':')[0] === kind);
  const found = of.filter((one) => [one.half_hour, one.hour, one.day].some((fall) => fall !== null));
  if (found.length === 0) return 'No fall within a day: auctions are too few or too varied';
  if (kind === 'tier') return `Falls of ${counted(found.length, 'tier')}`;
  if (kind === 'buyer' || kind === 'buyer_price') return `Falls of ${counted(found.length, 'buyer')}`;
  const { half_hour: half, hour, day } = found[0]!;
  const soon = half === null || hour === null ? (hour ?? half) : Math.min(half, hour);
  const falls = [
    ...(soon === null ? [] : [`${percentText(soon)} within an hour`]),
    ...(day === null ? [] : [`${percentText(day)} within a day`]),
  ];
  return `A fall of ${falls.join(', of ')}`;
}
