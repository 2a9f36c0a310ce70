import { type AuctionDefaults, type Decided, readDecided } from '@auction-tiers/auction-codec';
import { AuctionBody, InventoryId, type Issue, issuesOf, toAuctionRequest } from '@auction-tiers/contract';
import { withoutUnknownPlaces } from '@auction-tiers/dma-data';
import { filledIn, type OwnAuction, type RecordedAuction } from './usual-line.ts';

/** The ym-profile is known otherwise, and a publisher's cannot be looked up. This value is valid. */
const anyYmProfileId = 1;

type JsonObject = Readonly<Record<string, unknown>>;

/** What a line was read as, or what is wrong with it. */
export type ObjectReading<Auction extends OwnAuction> =
  | { readonly ok: true; readonly auction: Auction }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Reads a line that has been parsed as JSON, in any form that the service takes, such as with numbers as text or with
 * `decided` at its end. `defaults`: values for what an auction that was not recorded lacks.
 */
export function readOwnObject(value: JsonObject, defaults: AuctionDefaults): ObjectReading<OwnAuction> {
  return value['decided'] === undefined ? readBody(value, defaults) : readRecordedObject(value);
}

/** Like `readOwnObject`, for recorded auctions alone. */
export function readRecordedObject({ decided: told, ...sent }: JsonObject): ObjectReading<RecordedAuction> {
  const decided: Decided | undefined = readDecided(told);
  if (decided === undefined)
    return { ok: false, issues: [{ path: 'decided', message: 'was not written by a service' }] };
  const body = readBody(sent, filledIn(decided));
  return body.ok ? { ok: true, auction: { ...body.auction, decided, namesFee: true } } : body;
}

/** As the service reads it: country codes and other places that do not exist are left out. */
function readBody(value: JsonObject, defaults: AuctionDefaults): ObjectReading<OwnAuction> {
  const body = AuctionBody.safeParse({ ...value, ym_profile_id: anyYmProfileId, publisher_id: undefined });
  if (!body.success) return { ok: false, issues: issuesOf(body.error) };
  const { unit, revenue_share_pct: feePct, seed } = body.data;
  const sent = toAuctionRequest(body.data, { ...defaults, seed: seed ?? defaults.seed() });
  const request = { ...sent, impression: withoutUnknownPlaces(sent.impression) };
  const publisherId = InventoryId.safeParse(value['publisher_id']).data ?? request.impression.publisherId;
  const named = { ymProfileId: toId(value['ym_profile_id']), publisherId };
  const namesFee = typeof feePct === 'number';
  return { ok: true, auction: { request, decided: undefined, unit: unit ?? undefined, named, namesFee } };
}

/** An id, also as decimal text; undefined: something else. */
export function toId(value: unknown): number | undefined {
  const id = typeof value === 'string' ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
