import type { RoomSearch } from '../../address/room-search.ts';

export type HistorySearch = RoomSearch<'/history'>;

/**
 * The compared moments after the user has chosen another one, or taken one back. `order`: revisions of the steps that
 * are shown, the newest first; `a` becomes the earlier moment.
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

const pair = (a: string | undefined, b: string | undefined): Pick<HistorySearch, 'a' | 'b'> => ({ a, b });
