import {
  type InventoryId,
  type ListTarget,
  parseMoney,
  type Profile,
  type Targeting,
  type Tier,
} from '@auction-tiers/tier-engine';
import type { Plain } from '../resource/object.ts';
import { type ListDimensions, listRows } from '../resources/profile-dimension.ts';
import type { TargetingProfile } from '../resources/profile.ts';
import type { AuctionTier } from '../resources/tier.ts';
import { epochMsOf } from '../value/moment.ts';

/** A stored tier as the engine takes it. */
export function toEngineTier(tier: AuctionTier): Tier {
  return Object.freeze({
    id: tier.id,
    priority: tier.priority,
    memberAction: tier.member_action,
    minPriceMicros: tier.min_price === null ? null : micros(tier.min_price),
    maxForgoneMicros: limitMicros(tier.max_forgone),
    profileId: tier.profile_id,
    state: tier.state,
    startMs: tier.start_date === null ? null : epochMsOf(tier.start_date)!,
    endMs: tier.end_date === null ? null : epochMsOf(tier.end_date)!,
    buyerMemberIds: Object.freeze(tier.buyer_members?.map((buyer) => buyer.id) ?? []),
  });
}

/** A stored profile as the engine takes it: dimensions without targets are not set. */
export function toEngineProfile(profile: TargetingProfile): Profile {
  return { id: profile.id, targeting: toTargeting(profile) };
}

/** Does not compile while a dimension of the engine is not mapped below. */
type EveryDimension = { readonly [Name in keyof Required<Targeting>]: Targeting[Name] };

function toTargeting(profile: TargetingProfile): EveryDimension {
  return {
    ...toListTargets(profile),
    size: filled(profile.size_targets),
    inventory: toInventory(profile),
    segment: toSegment(profile),
    keyValue: filled(profile.key_value_targets),
    daypart: toDaypart(profile),
  };
}

type ListTargets = { readonly [Name in keyof ListDimensions]: ListTarget<ListDimensions[Name]> | undefined };

/** The dimensions with an action and a list of values, mapped as the table of dimensions says. */
function toListTargets(profile: Plain): ListTargets {
  const targets = listRows.map(({ action, targets: list, engine, valueOf }) => {
    const elements = filled(profile[list] as readonly never[] | null);
    return [engine, elements && { action: profile[action], values: elements.map(valueOf) }];
  });
  return Object.fromEntries(targets) as ListTargets;
}

function filled<Element>(list: readonly Element[] | null): readonly Element[] | undefined {
  return list === null || list.length === 0 ? undefined : list;
}

function toInventory(profile: TargetingProfile): Targeting['inventory'] {
  const publisherIds = idsOf(profile.publisher_targets);
  const siteIds = idsOf(profile.site_targets);
  const placementIds = idsOf(profile.placement_targets);
  const isSet = publisherIds.length + siteIds.length + placementIds.length > 0;
  return isSet ? { action: profile.inventory_action, publisherIds, siteIds, placementIds } : undefined;
}

const idsOf = (list: readonly { id: InventoryId }[] | null) => list?.map((target) => target.id) ?? [];

function toSegment(profile: TargetingProfile): Targeting['segment'] {
  const segments = filled(profile.segment_targets);
  if (segments === undefined) return undefined;
  const withAction = (action: string) => idsOf(segments.filter((segment) => segment.action === action));
  return { operator: profile.segment_boolean_operator, include: withAction('include'), exclude: withAction('exclude') };
}

function toDaypart(profile: TargetingProfile): Targeting['daypart'] {
  const windows = filled(profile.daypart_targets);
  if (windows === undefined) return undefined;
  return {
    timezone: profile.daypart_timezone,
    windows: windows.map((window) => ({ day: window.day, startHour: window.start_hour, endHour: window.end_hour })),
  };
}

/** A draft that was stored by an earlier release has no limits. */
const limitMicros = (limit: string | null | undefined) => (typeof limit === 'string' ? micros(limit) : null);

function micros(price: string): number {
  const parsed = parseMoney(price);
  if (!parsed.ok) throw new TypeError(`a stored price is unreadable: ${parsed.problem}`);
  return parsed.micros;
}
