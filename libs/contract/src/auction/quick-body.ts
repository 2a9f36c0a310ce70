import { plainFeePpm, plainPriceMicros } from '../engine/price.ts';
import { deviceTypes, supplyTypes } from '../engine/vocabulary.ts';
import type { AuctionBody } from './body.ts';

/*
 * What `AuctionBody` checks, for the bodies that nearly all are: written out by hand, 20 bids cost 4 microseconds instead
 * of 140. It takes only what is plainly right; anything else, right or wrong, is for the definition to read or to explain.
 */

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };
type Impression = NonNullable<AuctionBody['impression']>;
type Bid = AuctionBody['bids'][number];
type Json = Readonly<Record<string, unknown>>;

const maxValues = 1000;
const maxText = 1000;
const maxBids = 1000;
const maxBidId = 255;
const maxSeed = 64;
/** A day that every month has, so that no calendar is needed. */
const plainMoment = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/;

/** The parsed body, as `AuctionBody` gives it; undefined for one that is not plainly right. */
export function quickAuctionBody(value: unknown): AuctionBody | undefined {
  if (!isObject(value)) return undefined;
  const body: Mutable<AuctionBody> = { bids: [] };
  let hasBids = false;
  for (const name in value) {
    const field = value[name];
    switch (name) {
      case 'ym_profile_id':
      case 'publisher_id':
        if (!isId(field)) return undefined;
        body[name] = field;
        break;
      case 'auction_type':
        if (field !== 1 && field !== 2) return undefined;
        body.auction_type = field;
        break;
      case 'bid_floor': {
        const micros = plainPriceMicros(field);
        if (micros === undefined) return undefined;
        body.bid_floor = micros;
        break;
      }
      case 'revenue_share_pct': {
        const feePpm = plainFeePpm(field);
        if (feePpm === undefined) return undefined;
        body.revenue_share_pct = feePpm;
        break;
      }
      case 'seed':
        if (!isText(field, maxSeed) || field === '') return undefined;
        body.seed = field;
        break;
      case 'impression': {
        const impression = quickImpression(field);
        if (impression === undefined) return undefined;
        body.impression = impression;
        break;
      }
      case 'bids': {
        const bids = quickBids(field);
        if (bids === undefined) return undefined;
        body.bids = bids;
        hasBids = true;
        break;
      }
      default:
        return undefined;
    }
  }
  const namesOne = (body.ym_profile_id === undefined) !== (body.publisher_id === undefined);
  return hasBids && namesOne ? body : undefined;
}

function quickImpression(value: unknown): Impression | undefined {
  if (!isObject(value)) return undefined;
  const impression: Mutable<Impression> = {};
  for (const name in value) {
    const field = value[name];
    switch (name) {
      case 'country':
      case 'region':
      case 'city':
      case 'domain':
      case 'operating_system_family':
      case 'browser':
      case 'language':
        if (!isText(field, maxText)) return undefined;
        impression[name] = field;
        break;
      case 'publisher_id':
      case 'site_id':
      case 'placement_id':
        if (!isId(field)) return undefined;
        impression[name] = field;
        break;
      case 'dma':
        if (field !== 0 && !isId(field)) return undefined;
        impression.dma = field;
        break;
      case 'device_type': {
        const device = deviceTypes.find((one) => one === field);
        if (device === undefined) return undefined;
        impression.device_type = device;
        break;
      }
      case 'supply_type': {
        const supply = supplyTypes.find((one) => one === field);
        if (supply === undefined) return undefined;
        impression.supply_type = supply;
        break;
      }
      case 'time':
        if (typeof field !== 'string' || !plainMoment.test(field)) return undefined;
        impression.time = field;
        break;
      case 'content_categories':
        if (!isListOf(field, isValue)) return undefined;
        impression.content_categories = field;
        break;
      case 'segments':
        if (!isListOf(field, isId)) return undefined;
        impression.segments = field;
        break;
      case 'sizes':
        if (!isListOf(field, isSize)) return undefined;
        impression.sizes = field;
        break;
      case 'key_values': {
        const keyValues = quickKeyValues(field);
        if (keyValues === undefined) return undefined;
        impression.key_values = keyValues;
        break;
      }
      default:
        return undefined;
    }
  }
  return impression;
}

function quickBids(value: unknown): Bid[] | undefined {
  if (!Array.isArray(value) || value.length > maxBids) return undefined;
  const bids: Bid[] = [];
  const ids = new Set<string>();
  for (const sent of value as unknown[]) {
    const bid = quickBid(sent);
    if (bid === undefined) return undefined;
    ids.add(bid.id);
    bids.push(bid);
  }
  return ids.size === bids.length ? bids : undefined;
}

function quickBid(value: unknown): Bid | undefined {
  if (!isObject(value)) return undefined;
  const { id, member_id: memberId, price } = value;
  if (!isText(id, maxBidId) || id === '' || (memberId !== null && !isId(memberId))) return undefined;
  const micros = plainPriceMicros(price);
  if (micros === undefined) return undefined;
  const bid: Mutable<Bid> = { id, member_id: memberId, price: micros };
  for (const name in value) {
    if (name === 'id' || name === 'member_id' || name === 'price') continue;
    const feePpm = name === 'revenue_share_pct' ? plainFeePpm(value[name]) : undefined;
    if (feePpm === undefined) return undefined;
    bid.revenue_share_pct = feePpm;
  }
  return bid;
}

function quickKeyValues(value: unknown): Impression['key_values'] {
  if (!isObject(value)) return undefined;
  const keyValues = new Map<string, readonly string[]>();
  for (const [name, values] of Object.entries(value)) {
    if (!isListOf(values, isString)) return undefined;
    keyValues.set(name, values);
  }
  return keyValues.size <= maxValues ? keyValues : undefined;
}

/** An object as JSON or a literal makes it: of any other kind, own attributes do not tell everything. */
function isObject(value: unknown): value is Json {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;
const isString = (value: unknown): value is string => typeof value === 'string';
const isText = (value: unknown, most: number): value is string => isString(value) && value.length <= most;
const isValue = (value: unknown): value is string => isText(value, maxText);

function isSize(value: unknown): value is { width: number; height: number } {
  if (!isObject(value)) return false;
  let count = 0;
  for (const name in value) {
    const side = value[name];
    if ((name !== 'width' && name !== 'height') || !(side === 0 || isId(side))) return false;
    count += 1;
  }
  return count === 2;
}

function isListOf<Value>(value: unknown, isOne: (one: unknown) => one is Value): value is Value[] {
  return Array.isArray(value) && value.length <= maxValues && value.every(isOne);
}
