import { addDays, type Day, isDay } from '@auction-tiers/calendar';

/** The parameters that all rooms share. They are in the address, so that a link shows another user the same. */
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
 * Reads the address. A value that is not valid counts as absent, and is given as undefined, because the router keeps a
 * parameter that is not given as it was typed.
 */
export function readPageSearch({ member, ym, from, to, draft }: Readonly<Record<string, unknown>>): PageSearch {
  const days = isDay(from) && isDay(to) && from <= to ? { from, to } : { from: undefined, to: undefined };
  const [memberId, ymId, draftId] = [member, ym, draft].map((value) => (isId(value) ? value : undefined));
  return { member: memberId, ym: ymId, ...days, draft: draftId };
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
