import { addDays, type Day, isDay } from '../figure/date.ts';

/** What holds across rooms, and stands in the address, so that a link shows another user the same. */
export interface PageSearch {
  /** Of an administrator: the seller to act for. */
  readonly member?: number | undefined;
  /** The ym-profile. */
  readonly ym?: number | undefined;
  /** The first and the last day, of the member's time zone. */
  readonly from?: Day | undefined;
  readonly to?: Day | undefined;
  /** The draft that is shown, where there are several. */
  readonly draft?: number | undefined;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/**
 * Reads the address. What is not of the form counts as absent, and is named as undefined: the router keeps what is not
 * named as it was typed.
 */
export function readPageSearch({ member, ym, from, to, draft }: Readonly<Record<string, unknown>>): PageSearch {
  const days = isDay(from) && isDay(to) && from <= to ? { from, to } : { from: undefined, to: undefined };
  const [memberId, ymId, draftId] = [member, ym, draft].map((value) => (isId(value) ? value : undefined));
  return { member: memberId, ym: ymId, ...days, draft: draftId };
}

/** What holds across rooms, of an address: a link to another room keeps no more. */
export const pageOnly = ({ member, ym, from, to, draft }: PageSearch): PageSearch => ({ member, ym, from, to, draft });

/** The days that are shown: those of the address, else the last seven and today. */
export const daysOf = ({ from, to }: PageSearch, today: Day): { from: Day; to: Day } =>
  from === undefined || to === undefined ? { from: addDays(today, -7), to: today } : { from, to };

/** What addresses name of one group of sites: another one has none of it. */
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
