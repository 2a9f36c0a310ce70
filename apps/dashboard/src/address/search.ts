import { addDays, type Day } from '@auction-tiers/calendar';
import { day, id, reader } from './room-search.ts';

/** The parameters that all rooms share. They are in the address, so that a link shows another user the same. */
const read = reader({
  /** Of an administrator: the seller to act for. */
  member: id,
  /** The ym-profile. */
  ym: id,
  /** The first and the last day, of the member's time zone. */
  from: day,
  to: day,
  /** The draft that is shown, where there are several. */
  draft: id,
});
export type PageSearch = ReturnType<typeof read>;

/** Reads the address. Days count where both are there, in their order. */
export function readPageSearch(search: Readonly<Record<string, unknown>>): PageSearch {
  const { from, to, ...rest } = read(search);
  const areDays = from !== undefined && to !== undefined && from <= to;
  return { ...rest, from: areDays ? from : undefined, to: areDays ? to : undefined };
}

/** The days that are shown: those of the address, else the last seven and today. */
export const daysOf = ({ from, to }: PageSearch, today: Day): { from: Day; to: Day } =>
  from === undefined || to === undefined ? { from: addDays(today, -7), to: today } : { from, to };

/** Parameters that belong to one group of sites, to be removed on the way to another one. */
export const noneOfSites = {
  draft: undefined,
  tier: undefined,
  missed: undefined,
  try: undefined,
  published: undefined,
  experiment: undefined,
  auction: undefined,
  bid: undefined,
  hour: undefined,
  page: undefined,
  a: undefined,
  b: undefined,
  back: undefined,
  step: undefined,
  trial: undefined,
  undo: undefined,
  alert: undefined,
} as const;
