/** The objects of a seller as the specification has them, by id. It shares no code with the service. */
export interface State {
  readonly fee: number;
  readonly 'ym-profile': ReadonlyMap<number, Row>;
  readonly 'ym-auction-tier': ReadonlyMap<number, Row>;
  readonly profile: ReadonlyMap<number, Row>;
}
export type Row = Readonly<Record<string, unknown>>;
export type Kind = 'ym-profile' | 'ym-auction-tier' | 'profile';

/** The state with an object as given; `undefined`: without it. */
export function put(state: State, kind: Kind, id: number, row: Row | undefined): State {
  const rows = new Map(state[kind]);
  rows.delete(id);
  return { ...state, [kind]: row === undefined ? rows : rows.set(id, row) };
}

export const tiersOf = (state: State, ymProfileId: number): readonly [number, Row][] =>
  [...state['ym-auction-tier']].filter(([, tier]) => tier['ym_profile_id'] === ymProfileId);

const used = (tiers: readonly [number, Row][]): ReadonlySet<number> =>
  new Set(tiers.flatMap(([, tier]) => (tier['profile_id'] as number | null) ?? []));

/** The profiles that tiers of other ym-profiles need. */
const usedElsewhere = (state: State, ymProfileId: number) =>
  used([...state['ym-auction-tier']].filter(([, tier]) => tier['ym_profile_id'] !== ymProfileId));

/** What an export shows. */
export const shown = (state: State, ymProfileId: number): Row => ({
  revenue_share_pct: state.fee,
  ym_profile: { ...state['ym-profile'].get(ymProfileId), id: ymProfileId },
  tiers: listOf(tiersOf(state, ymProfileId)),
  profiles: listOf([...used(tiersOf(state, ymProfileId))].map((id) => [id, state.profile.get(id) ?? {}])),
});
export const listOf = (rows: Iterable<readonly [number, Row]>): readonly Row[] =>
  [...rows].toSorted(([a], [b]) => a - b).map(([id, row]) => ({ ...row, id }));

/** After an import: its tiers and profiles instead of those of the ym-profile, but for profiles that others need. */
export function imported(
  now: State,
  ymProfileId: number,
  tiers: Iterable<[number, Row]>,
  profiles: Iterable<[number, Row]>,
) {
  const mine = tiersOf(now, ymProfileId);
  const others = usedElsewhere(now, ymProfileId);
  let next = now;
  for (const [id] of mine) next = put(next, 'ym-auction-tier', id, undefined);
  for (const id of used(mine)) if (!others.has(id)) next = put(next, 'profile', id, undefined);
  for (const [id, row] of profiles) next = put(next, 'profile', id, row);
  for (const [id, row] of tiers) next = put(next, 'ym-auction-tier', id, row);
  return next;
}

/** After a restore; undefined: it is refused, because others have one of the tiers, or need a profile that was different. */
export function restored(now: State, then: State, ymProfileId: number): State | undefined {
  const [mine, past] = [tiersOf(now, ymProfileId), tiersOf(then, ymProfileId)];
  const others = usedElsewhere(now, ymProfileId);
  const holders = past.map(([id]) => now['ym-auction-tier'].get(id)?.['ym_profile_id'] ?? ymProfileId);
  if (holders.some((holder) => holder !== ymProfileId)) return undefined;
  const isSame = (id: number) => JSON.stringify(now.profile.get(id)) === JSON.stringify(then.profile.get(id));
  if ([...used(past)].some((id) => others.has(id) && !isSame(id))) return undefined;
  let next = put(now, 'ym-profile', ymProfileId, then['ym-profile'].get(ymProfileId));
  for (const [id] of mine) next = put(next, 'ym-auction-tier', id, undefined);
  for (const [id, row] of past) next = put(next, 'ym-auction-tier', id, row);
  for (const id of used([...mine, ...past])) if (!others.has(id)) next = put(next, 'profile', id, then.profile.get(id));
  return next;
}
