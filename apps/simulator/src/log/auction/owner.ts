import { type OwnerKind, ownerKinds } from '@auction-tiers/contract/compare-report';
import type { NamedOwner } from '@auction-tiers/recorded/usual-line';
import type { InventoryId } from '@auction-tiers/tier-engine';
import { compareKeys } from '../../tally/breakdown.ts';

/** Whose auctions a log should have. Plain data: JSON carries it. */
export interface Owner {
  readonly ymProfileId: number | null;
  /** The publishers that the ym-profile lists; null: none, or they are not known. */
  readonly publisherIds: readonly InventoryId[] | null;
  /** The seller that has the tiers; null: not known. */
  readonly memberId: number | null;
  /** Whether the auctions of other ym-profiles are left out. */
  readonly isFilter: boolean;
}

/** Another owner that auctions name. */
export interface OtherOwner {
  readonly kind: OwnerKind;
  readonly id: InventoryId;
  readonly auctions: number;
}

/** Tells the auctions of an owner from those of others. */
export class OwnerCheck {
  readonly isFilter: boolean;
  readonly #memberId: number | null;
  readonly #ymProfileId: number | null;
  readonly #publisherIds: ReadonlySet<InventoryId> | undefined;

  constructor({ ymProfileId, publisherIds, memberId, isFilter }: Owner) {
    this.isFilter = isFilter;
    this.#memberId = memberId;
    this.#ymProfileId = ymProfileId;
    this.#publisherIds = publisherIds === null || publisherIds.length === 0 ? undefined : new Set(publisherIds);
  }

  /** The other owner that an auction names; undefined: it names this one, or none that could be compared. */
  findOther({ ymProfileId, publisherId }: NamedOwner): Omit<OtherOwner, 'auctions'> | undefined {
    if (ymProfileId !== undefined) {
      const isOther = this.#ymProfileId !== null && ymProfileId !== this.#ymProfileId;
      return isOther ? { kind: 'ym_profile', id: ymProfileId } : undefined;
    }
    if (publisherId === undefined || this.#publisherIds === undefined) return undefined;
    return this.#publisherIds.has(publisherId) ? undefined : { kind: 'publisher', id: publisherId };
  }

  /** Whether an auction names what this owner is known by. */
  isNamed({ ymProfileId, publisherId }: NamedOwner): boolean {
    return ymProfileId !== undefined || (publisherId !== undefined && this.#publisherIds !== undefined);
  }

  /** Whether a seller, by its id in the service, is another one. null: the log does not name it. */
  isOtherSeller(memberId: number | null): memberId is number {
    return memberId !== null && this.#memberId !== null && memberId !== this.#memberId;
  }
}

/** A log may have any ids: of further different ones only the auctions are counted. */
const mostOwners = 100_000;

/** Counts auctions by the other owner that they name. */
export class OwnerCounts {
  readonly #auctions: Record<OwnerKind, Map<InventoryId, number>> = {
    ym_profile: new Map(),
    publisher: new Map(),
    seller: new Map(),
  };

  add({ kind, id }: Omit<OtherOwner, 'auctions'>, auctions: number): void {
    const counts = this.#auctions[kind];
    const known = counts.get(id);
    if (known !== undefined || counts.size < mostOwners) counts.set(id, (known ?? 0) + auctions);
  }

  /** The most auctions first. */
  report(): OtherOwner[] {
    const owners = ownerKinds.flatMap((kind) =>
      Array.from(this.#auctions[kind], ([id, auctions]) => ({ kind, id, auctions })),
    );
    return owners.toSorted(
      (left, right) =>
        right.auctions - left.auctions ||
        ownerKinds.indexOf(left.kind) - ownerKinds.indexOf(right.kind) ||
        compareKeys(left.id, right.id),
    );
  }
}
