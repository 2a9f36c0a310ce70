import { type PageSearch, readPageSearch } from '../../address/search.ts';
import { type Day, isDay } from '../../figure/date.ts';

/** What the room adds to the address. */
export interface HistorySearch extends PageSearch {
  readonly user?: string;
  /** The first and the last day of the steps that are listed, of the member's time zone. */
  readonly since?: Day;
  readonly until?: Day;
  /** The page of steps, from 0. */
  readonly page?: number;
  /** Moments that are compared, by their revisions; without the second one, with what is live. */
  readonly a?: string;
  readonly b?: string;
  /** The moment to go back to. */
  readonly back?: string;
  /** The step that is to be undone, by its revision. */
  readonly step?: string;
  /** The comparison that says what going back is worth. */
  readonly trial?: number;
  /** After going back: the state of before, to which that can be undone. */
  readonly undo?: string;
}

const isRevision = (value: unknown): value is string =>
  typeof value === 'string' && /^\d+-\d+(?:-[\w.]+)?$/.test(value) && value.length <= 100;

export function readHistorySearch(search: Readonly<Record<string, unknown>>): HistorySearch {
  const { user, since, until, page, a, b, back, step, trial, undo } = search;
  return {
    ...readPageSearch(search),
    ...(typeof user === 'string' && user !== '' ? { user } : {}),
    ...(isDay(since) ? { since } : {}),
    ...(isDay(until) ? { until } : {}),
    ...(Number.isSafeInteger(page) && Number(page) > 0 ? { page: Number(page) } : {}),
    ...(isRevision(a) ? { a } : {}),
    ...(isRevision(b) ? { b } : {}),
    ...(isRevision(back) ? { back } : {}),
    ...(isRevision(step) ? { step } : {}),
    ...(Number.isSafeInteger(trial) && Number(trial) > 0 ? { trial: Number(trial) } : {}),
    ...(isRevision(undo) ? { undo } : {}),
  };
}

/**
 * The moments that are compared once another one is chosen or taken back. `order` has the revisions of the steps that are
 * shown, the newest first; the earlier moment is `a`.
 */
export function chooseMoment(
  { a, b }: Pick<HistorySearch, 'a' | 'b'>,
  chosen: string,
  order: readonly string[],
): Pick<HistorySearch, 'a' | 'b'> {
  const left = [a, b].filter((one) => one !== undefined && one !== chosen);
  if (left.length < [a, b].filter((one) => one !== undefined).length) return pair(left[0], undefined);
  if (left.length !== 1) return pair(chosen, undefined);
  const [known, fresh] = [left[0]!, chosen].map((revision) => order.indexOf(revision));
  // One that is not on this page of steps is taken for the earlier one.
  const isFreshLater = known! < 0 || fresh! < known!;
  return isFreshLater ? pair(left[0], chosen) : pair(chosen, left[0]);
}

const pair = (a: string | undefined, b: string | undefined) => ({ a, b }) as Pick<HistorySearch, 'a' | 'b'>;
