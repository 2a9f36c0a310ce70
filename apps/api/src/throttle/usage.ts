import type { ServiceError } from '@auction-tiers/contract';

/** Requests are counted separately by kind. */
export type Kind = 'read' | 'write' | 'auction';

/** Requests of each kind that a user may make in a window; 0: no limit. */
export type Limits = Readonly<Record<Kind, number>>;

/** What a user has used of a limit, this request included. */
export interface Usage {
  readonly kind: Kind;
  readonly count: number;
  readonly limits: Limits;
  readonly windowS: number;
  /** Why this call is not answered; null when it is. */
  readonly refusal: ServiceError | null;
}

/** The limits that a caller of this kind should know of. An auction is neither a read nor a write. */
const shownKinds = ({ kind, limits }: Usage): readonly Kind[] =>
  (kind === 'auction' ? (['auction'] as const) : (['read', 'write'] as const)).filter((one) => limits[one] > 0);

/** A usage as headers of an answer, for REST and tRPC. */
export function toUsageHeaders(usage: Usage): Map<string, string> {
  const { kind, count, limits, refusal } = usage;
  const headers = new Map([[`x-count-${kind}`, String(count)]]);
  for (const one of shownKinds(usage)) headers.set(`x-ratelimit-${one}`, String(limits[one]));
  if (refusal !== null) headers.set('x-ratelimit-count', String(count));
  return headers;
}

/** The same as parts of `dbg_info`. */
export function toUsageDebug(usage: Usage): Readonly<Record<string, number>> {
  const { kind, count, limits, windowS } = usage;
  const shown = shownKinds(usage).flatMap((one) => [
    [`${one}_limit`, limits[one]],
    [`${one}_limit_seconds`, windowS],
  ]);
  return { [`${kind}s`]: count, ...(Object.fromEntries(shown) as Record<string, number>) };
}
