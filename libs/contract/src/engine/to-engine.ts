import { type ListTarget, parseMoney, type Profile, type Targeting, type Tier } from '@auction-tiers/tier-engine';
import type { TargetingProfile } from '../resources/profile.ts';
import type { AuctionTier } from '../resources/tier.ts';

/** A stored tier as the engine takes it. */
export function toEngineTier(tier: AuctionTier): Tier {
  return {
    id: tier.id,
    priority: tier.priority,
    memberAction: tier.member_action,
    minPriceMicros: tier.min_price === null ? null : micros(tier.min_price),
    profileId: tier.profile_id,
    buyerMemberIds: tier.buyer_members?.map((buyer) => buyer.id) ?? [],
  };
}

/** A stored profile as the engine takes it: dimensions without targets are not set. */
export function toEngineProfile(profile: TargetingProfile): Profile {
  return { id: profile.id, targeting: toTargeting(profile) };
}

function toTargeting(p: TargetingProfile): Targeting {
  return {
    country: listTarget(p.country_action, p.country_targets, (target) => target.code),
    region: listTarget(p.region_action, p.region_targets, (target) => target.code),
    city: listTarget(p.city_action, p.city_targets, (city) => ({ name: city.name, countryCode: city.country_code })),
    dma: listTarget(p.dma_action, p.dma_targets, (target) => target.dma),
    size: filled(p.size_targets),
    inventory: toInventory(p),
    domain: listTarget(p.domain_action, p.domain_targets, (target) => target.domain),
    deviceType: listTarget(p.device_type_action, p.device_type_targets, (type) => type),
    operatingSystemFamily: listTarget(
      p.operating_system_family_action,
      p.operating_system_family_targets,
      (target) => target.name,
    ),
    browser: listTarget(p.browser_action, p.browser_targets, (target) => target.name),
    language: listTarget(p.language_action, p.language_targets, (target) => target.code),
    supplyType: listTarget(p.supply_type_action, p.supply_type_targets, (type) => type),
    contentCategory: listTarget(p.content_category_action, p.content_category_targets, (target) => target.code),
    segment: toSegment(p),
    keyValue: filled(p.key_value_targets),
    daypart: toDaypart(p),
  };
}

function filled<Element>(list: readonly Element[] | null): readonly Element[] | undefined {
  return list === null || list.length === 0 ? undefined : list;
}

function listTarget<Element, Value>(
  action: 'include' | 'exclude',
  list: readonly Element[] | null,
  valueOf: (element: Element) => Value,
): ListTarget<Value> | undefined {
  return list === null || list.length === 0 ? undefined : { action, values: list.map(valueOf) };
}

function toInventory(profile: TargetingProfile): Targeting['inventory'] {
  const publisherIds = idsOf(profile.publisher_targets);
  const siteIds = idsOf(profile.site_targets);
  const placementIds = idsOf(profile.placement_targets);
  const isSet = publisherIds.length + siteIds.length + placementIds.length > 0;
  return isSet ? { action: profile.inventory_action, publisherIds, siteIds, placementIds } : undefined;
}

const idsOf = (list: readonly { id: number }[] | null) => list?.map((target) => target.id) ?? [];

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

function micros(price: string): number {
  const parsed = parseMoney(price);
  if (!parsed.ok) throw new TypeError(`a stored min_price is unreadable: ${parsed.problem}`);
  return parsed.micros;
}
