import type { Day } from '@auction-tiers/calendar';
import type { UsualDay } from '@auction-tiers/contract';
import { earnedText, figures, sideOf } from '../../../figure/figures.ts';
import { weekdayName } from '../../../figure/date.ts';
import { fewerAuctions, type News, quietName, type Way, ways } from './sentences.ts';

interface Judged {
  readonly day: Day;
  readonly isOver: boolean;
  readonly net: number | null;
  readonly usual: Pick<UsualDay, 'day' | 'calendar'> | null;
}

/** How far net is off a usual day, in words: `12 % above a usual Saturday so far`; null: no range is known. */
export function offWords({ day, isOver, net, usual }: Judged): string | null {
  const range = usual?.day.net ?? null;
  if (usual === null || range === null || net === null) return null;
  const kind = usual.calendar === null ? `a usual ${weekdayName(day)}` : `a usual day of ${usual.calendar.name}`;
  const until = isOver ? '' : ' so far';
  const side = sideOf(net, range, earnedText);
  if (side === 0 || range.expected === 0) return `Net is in line with ${kind}${until}`;
  const off = figures.percent(Math.abs(net / range.expected - 1), 0, 0);
  return `Net is ${off} ${side > 0 ? 'above' : 'below'} ${kind}${until}`;
}

/**
 * The cause that movement names first; `null`: it names none. An ordinary difference has no cause to look for. Where
 * auctions are missing, traffic is the only cause that it may name: `reasonOf` says it else.
 */
export function causeOf(
  sentences: readonly { readonly text: string; readonly kind: string }[],
  day: Day,
  isFewer = false,
): { readonly text: string; readonly isOrdinary: boolean } | null {
  const said = sentences.find(({ kind }) => kind !== 'net' && kind !== 'calendar');
  if (said === undefined || (isFewer && said.kind !== 'traffic')) return null;
  const isOrdinary = said.kind === 'ordinary';
  return { text: isOrdinary ? `An ordinary difference from the ${weekdayName(day)} before.` : said.text, isOrdinary };
}

/** What moved net, in words: all that is said of the difference, such as of hours that are left out, and the first cause. */
export function movedText(sentences: readonly { readonly text: string; readonly kind: string }[]): string {
  const cause = sentences.find(({ kind }) => kind !== 'net');
  return [...sentences.filter(({ kind }) => kind === 'net'), ...(cause === undefined ? [] : [cause])]
    .map(({ text }) => text)
    .join(' ');
}

const sizeOf = ({ missed_net: net }: { readonly missed_net: string }): number => Math.abs(Number(net));

/** The first reason that is worth a look, in a few words, and where it is seen; null: none is known. */
export function reasonOf(news: News): { readonly text: string; readonly way: Way } | null {
  const { quiet, findings, withoutWins, outage } = news;
  const fewer = fewerAuctions(news);
  if (fewer !== null) {
    const text = `Auctions are ${figures.percent(fewer.share, 0, 0)} below`;
    return { text: outage === null ? text : `${text}: ${outage}`, way: ways.auctions };
  }
  const [silent] = (quiet ?? []).toSorted((one, other) => sizeOf(other) - sizeOf(one));
  if (silent !== undefined) {
    return { text: `${quietName(silent)} has gone quiet`, way: { to: '/buyers', search: { buyer: silent.buyer_id } } };
  }
  const failing = new Set(
    (findings ?? []).filter(({ severity }) => severity === 'error').flatMap(({ tier_ids: ids }) => ids),
  );
  if (failing.size > 0) {
    const text = failing.size === 1 ? 'One tier can never win' : `${failing.size} tiers can never win`;
    return { text, way: { to: '/tiers', search: { lint: 'error' } } };
  }
  const [idle, ...more] = withoutWins ?? [];
  if (idle === undefined) return null;
  const text =
    more.length === 0
      ? `Tier ${idle.name} has won nothing for a week`
      : `${more.length + 1} tiers won nothing for a week`;
  return { text, way: more.length === 0 ? { to: '/tiers/$tier', tier: idle.id } : { to: '/tiers' } };
}
