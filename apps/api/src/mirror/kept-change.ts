import { type Change, type ObjectStore, StoreUnavailable } from '@auction-tiers/store';

/** Throws `StoreUnavailable` of an unknown outcome where Redis is away, or was replaced by one that lacks a change. */
export async function requireKept(
  store: Pick<ObjectStore, 'changesAfter'>,
  partition: number,
  { revision, mark }: Pick<Change, 'revision' | 'mark'>,
): Promise<void> {
  const { gap } = await store.changesAfter(partition, { revision, mark }, 1).catch((error: unknown) => {
    throw error instanceof StoreUnavailable ? outcomeUnknown(error) : error;
  });
  if (gap === 'replaced') throw outcomeUnknown();
}

const outcomeUnknown = (cause?: StoreUnavailable): StoreUnavailable =>
  new StoreUnavailable('Redis took the change, and was then out of reach or replaced by one that may lack it', {
    outcomeUnknown: true,
    cause,
  });
