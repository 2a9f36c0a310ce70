import { hourText } from '@auction-tiers/calendar';
import { findDma } from '@auction-tiers/dma-data';
import { feeText } from '../../figure/count.ts';
import type { JsonValue, Outcome, TierResult } from '@auction-tiers/tier-engine';
import { momentText } from '../../figure/date.ts';
import { cpmPrice, cpmText, fromMicros, neededPrice } from '../../figure/figures.ts';
import type { Names } from './names.ts';

/** A price with its unit: `2.35 EUR CPM`. */
export const priceText = (micros: number): string => cpmPrice(fromMicros(micros));
/** A price of which the unit stands beside it. */
export const barePrice = (micros: number): string => cpmText(fromMicros(micros));
export const outcomeWords: Readonly<Record<Outcome, { readonly word: string; readonly meaning: string }>> = {
  won: { word: 'won', meaning: 'It came first in the auction order.' },
  outranked: { word: 'outranked', meaning: 'A bid of a higher priority goes first, at whatever price.' },
  outbid: { word: 'outbid', meaning: 'Another bid of the same priority is higher, net.' },
  lost_tie: {
    word: 'lost a draw',
    meaning: 'Another bid has the same priority and the same net price; a draw decided.',
  },
  excluded: { word: 'excluded', meaning: 'A tier took it out of the auction.' },
  below_floor: { word: 'below the floor', meaning: 'Its gross price is less than the floor of the auction.' },
};

/** The conditions of a tier in the order in which they are asked. */
export const conditions = ['runs', 'buyer', 'price', 'place'] as const;
export type Condition = (typeof conditions)[number];

const failedConditions: Readonly<Record<TierResult['result'], Condition | null>> = {
  matched: null,
  inactive: 'runs',
  out_of_flight: 'runs',
  buyer_not_listed: 'buyer',
  below_min_price: 'price',
  profile_mismatch: 'place',
  too_costly: 'price',
};

/** The first condition of a tier that failed; null: it matches. */
export const failedCondition = ({ result }: TierResult): Condition | null => failedConditions[result];

/** What a condition of a tier saw and needed. */
export interface Verdict {
  readonly saw: string;
  readonly needed: string;
  /** How the bid could have passed, where there is more to say. */
  readonly note: string | null;
}

const mostNamed = 4;

/** Why a tier does not match a bid; null: it matches. */
export function verdictOf(tier: TierResult, names: Names): Verdict | null {
  switch (tier.result) {
    case 'matched':
      return null;
    case 'inactive':
      return { saw: 'a tier that is switched off', needed: 'one that is active', note: null };
    case 'out_of_flight': {
      const { timeMs, startMs, endMs } = tier.detail;
      const timeText = (ms: number) => momentText(ms, names.timeZone);
      const bounds = [
        startMs === null ? '' : `from ${timeText(startMs)}`,
        endMs === null ? '' : `until ${timeText(endMs)}`,
      ];
      return { saw: timeText(timeMs), needed: `a time ${bounds.filter(Boolean).join(' ')}`, note: null };
    }
    case 'buyer_not_listed': {
      const { memberId, buyerMemberIds: ids } = tier.detail;
      const named = ids.slice(0, mostNamed).map((id) => names.buyer(id));
      const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : '';
      const needed = ids.length === 0 ? 'a buyer that it names; it names none' : `${named.join(', ')}${more}`;
      return { saw: names.buyer(memberId), needed, note: null };
    }
    case 'below_min_price': {
      const { netMicros, minPriceMicros, grossMicros, feePpm, grossNeededMicros } = tier.detail;
      const needs = grossNeededMicros === null ? null : `bid ${neededPrice(grossNeededMicros)} gross`;
      return {
        saw: `net ${priceText(netMicros)}`,
        needed: priceText(minPriceMicros),
        note: `${needs ?? 'no price is enough'}; it bid ${priceText(grossMicros)}, less ${feeText(feePpm)}`,
      };
    }
    case 'too_costly': {
      const { netMicros, highestNetMicros, maxForgoneMicros, grossNeededMicros } = tier.detail;
      const needs = grossNeededMicros === null ? 'no price is enough' : `bid ${neededPrice(grossNeededMicros)} gross`;
      return {
        saw: `costs ${priceText(highestNetMicros - netMicros)}`,
        needed: `at most ${priceText(maxForgoneMicros)}`,
        note: `${needs}; the best other bid is net ${priceText(highestNetMicros)}`,
      };
    }
    case 'profile_mismatch': {
      const { dimension, seen, wanted, action, profileId } = tier.detail;
      const of = dimension.replaceAll('_', ' ');
      const isForbidden = action === 'exclude';
      return {
        saw: seen === null ? `no ${of}` : `${of} ${sayValue(dimension, seen)}`,
        needed: `${isForbidden ? 'anything but ' : ''}${sayValue(dimension, wanted)}`,
        note: `by ${names.profile(profileId)}`,
      };
    }
  }
}

/** A value of targeting in words: `300×250 or 728×90`, `New York NY (501)`. */
export function sayValue(dimension: string, value: JsonValue): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) {
    const said = value.slice(0, mostNamed).map((each: JsonValue) => sayValue(dimension, each));
    const more = value.length > mostNamed ? ` or ${value.length - mostNamed} more` : '';
    return said.length === 0 ? 'nothing' : `${said.join(' or ')}${more}`;
  }
  if (typeof value === 'number') {
    const dma = dimension === 'dma' ? findDma(value) : undefined;
    return dma === undefined ? String(value) : `${dma.name} (${value})`;
  }
  if (typeof value !== 'object') return String(value).replaceAll('_', ' ');
  const parts: Readonly<Record<string, JsonValue>> = value as { readonly [name: string]: JsonValue };
  const part = (name: string) => sayValue(dimension, parts[name] ?? null);
  if ('width' in parts) return `${part('width')}×${part('height')}`;
  if ('startHour' in parts) return `${part('day')} ${clock(parts['startHour'])}–${clock(parts['endHour'], 1)}`;
  return Object.entries(parts)
    .filter(([, held]) => !(Array.isArray(held) && held.length === 0))
    .map(([name, held]) => `${spaced(name)} ${sayValue(dimension, held)}`)
    .join(', ');
}

const clock = (hour: JsonValue | undefined, more = 0): string => hourText(Number(hour) + more);
const spaced = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
