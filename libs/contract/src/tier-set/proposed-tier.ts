interface Buyer {
  readonly id: number;
}

/** What a proposal of advice may change about a tier. */
interface Proposed {
  readonly min_price?: string | null | undefined;
  readonly max_forgone?: string | null | undefined;
  readonly priority?: number | undefined;
  readonly state?: string | undefined;
  readonly buyer_members?: readonly Buyer[] | null | undefined;
}

/** A tier, which may have other changes already, with what a proposal changes about the present one. */
export function withProposedTier<Tier extends Proposed>(taken: Tier, present: Proposed, proposed: Proposed): Tier {
  const { min_price, max_forgone = null, priority, state, buyer_members: kept } = proposed;
  const ids = new Set(kept?.map(({ id }) => id));
  const left = new Set(present.buyer_members?.flatMap(({ id }) => (ids.has(id) ? [] : [id])));
  return {
    ...taken,
    ...(Number(min_price ?? 0) !== Number(present.min_price ?? 0) && { min_price }),
    ...(max_forgone !== (present.max_forgone ?? null) && { max_forgone }),
    ...(priority !== present.priority && { priority }),
    ...(state !== present.state && { state }),
    ...(left.size > 0 && { buyer_members: taken.buyer_members?.filter(({ id }) => !left.has(id)) ?? null }),
  };
}
