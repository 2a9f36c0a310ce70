import type { Plain, ServiceName } from '@auction-tiers/contract';

/** A stored object that the mirror does not hold, because this version cannot read it. */
export interface Unreadable {
  readonly service: ServiceName;
  readonly id: number;
  /** The member that the object belongs to, null for the installation; undefined where that is not known. */
  readonly owner: number | null | undefined;
  /** Why it cannot be read, without any value of the object, so that readiness may show it. */
  readonly problem: string;
  /** The attributes that can be read. */
  readonly readable: Plain;
  /** The last version of it that the mirror held; null: none since this process started. */
  readonly lastGood: Plain | null;
}

/** What readiness and the log show of something that is stored and not used. */
export interface UnreadableNotice {
  readonly service: string;
  /** Null: all objects of the service. */
  readonly id: number | null;
  readonly problem: string;
}

/** A part of the service that does not use stored objects that cannot be read. */
export interface UnreadableSource {
  unreadable(): readonly UnreadableNotice[];
}

/** The notices of all parts of the service. */
export const noticesOf = (sources: readonly UnreadableSource[]): readonly UnreadableNotice[] =>
  sources.flatMap((source) => source.unreadable()).map(({ service, id, problem }) => ({ service, id, problem }));

/** Objects that a summary names at most. */
const mostNamed = 100;

/** The first of a list that may be long, and how many there are. */
export const summaryOf = <Item>(
  items: readonly Item[],
): { readonly count: number; readonly first: readonly Item[] } => ({
  count: items.length,
  first: items.slice(0, mostNamed),
});
