import { fairShare } from '@auction-tiers/auction-codec';
import type { RecordedHour, RecordedSample } from '@auction-tiers/contract';

/** About the most auctions of a sample: a thread keeps them in memory, and decides them in well under a second. */
export const mostSampled = 20_000;

const hourMs = 3_600_000;
/** Multiples of the golden ratio have evenly spread fractions, so the hours spread over days and hours of the day. */
const turn = (Math.sqrt(5) - 1) / 2;
const placeOf = ({ hour }: RecordedHour): number => ((Date.parse(hour) / hourMs) * turn) % 1;

/** The share at which the recorded auctions of some hours have equal weight. */
export const shareOf = (recorded: readonly RecordedHour[]): number =>
  fairShare(recorded.map(({ auctions, least_share: share }) => ({ auctions, share })));

/** How many of the auctions of an hour are used at a share. */
const usedOf = ({ auctions, share }: RecordedHour, fair: number): number => auctions * Math.min(1, fair / (share || 1));

/** The newest hour is always read if it takes at most this part of a sample, so that it outweighs no other time much. */
const mostOfNewest = 1 / 8;

/**
 * The recorded hours to read, among those that were recorded at a share or more: as many as have at most `most`
 * auctions together at that share, spread evenly over the days and the hours of the day, and the newest hour, which is
 * asked about while it goes on. At least one hour, if there is one. They are in the order of time.
 */
export function chooseHours(
  recorded: readonly RecordedHour[],
  fair: number = shareOf(recorded),
  most = mostSampled,
): readonly RecordedHour[] {
  const chosen: RecordedHour[] = [];
  let auctions = 0;
  const able = recorded.filter(({ least_share: share }) => share >= fair);
  const last = able.toSorted((one, other) => Date.parse(one.hour) - Date.parse(other.hour)).at(-1);
  const newest = last !== undefined && usedOf(last, fair) <= mostOfNewest * most ? last : undefined;
  const spread = able.filter((hour) => hour !== newest).toSorted((one, other) => placeOf(one) - placeOf(other));
  for (const hour of newest === undefined ? spread : [newest, ...spread]) {
    auctions += usedOf(hour, fair);
    if (chosen.length > 0 && auctions > most) break;
    chosen.push(hour);
  }
  return chosen.toSorted((one, other) => Date.parse(one.hour) - Date.parse(other.hour));
}

/** The size of a sample and of what it stands for, by the hours that are recorded and those that were read. */
export function sizeOf(
  recorded: readonly RecordedHour[],
  chosen: readonly RecordedHour[],
): Pick<RecordedSample, 'hours' | 'hours_recorded' | 'auctions_recorded' | 'auctions_decided'> {
  const fair = shareOf(recorded);
  const used = recorded.reduce((sum, hour) => sum + usedOf(hour, fair), 0);
  const decided = recorded.reduce((sum, hour) => sum + hour.auctions / (hour.share || 1), 0);
  return {
    hours: chosen.length,
    hours_recorded: recorded.length,
    auctions_recorded: Math.round(used),
    auctions_decided: Math.round(decided),
  };
}
