import type { BidResponse } from 'iab-openrtb/v26';
import { toCurrency } from './currency.ts';
import { isAbsent, isObject, shown, toArray, toId, toObject, valueAt } from './loose.ts';
import type { Report } from './model.ts';
import { type ReadableRequest, toResponseCurrency } from './request.ts';

/** A field that restricts to whom, how often or at what price may be sold, or whether it is paid, and that no auction obeys. */
interface UnreadField {
  /** Names from the request or the impression down. */
  readonly path: readonly string[];
  /** Whether this value restricts anything. */
  readonly restricts: (value: unknown) => boolean;
}

const isList = (value: unknown): boolean => !isAbsent(value) && !(Array.isArray(value) && value.length === 0);
const isNotEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0;
const isFloors = (value: unknown): boolean => isObject(value) && value.enabled !== false;

const ofRequest: readonly UnreadField[] = [
  { path: ['acat'], restricts: isList },
  { path: ['wlang'], restricts: isList },
  { path: ['wlangb'], restricts: isList },
  { path: ['test'], restricts: (value) => toId(value) === 1 },
  { path: ['ext', 'prebid', 'floors'], restricts: isFloors },
  { path: ['ext', 'prebid', 'bidadjustmentfactors'], restricts: isNotEmpty },
  { path: ['ext', 'prebid', 'bidadjustments'], restricts: isNotEmpty },
  { path: ['ext', 'prebid', 'targeting', 'preferdeals'], restricts: (value) => value === true },
];

const ofImpression: readonly UnreadField[] = [
  { path: ['ext', 'prebid', 'floors', 'floorMin'], restricts: (value) => !isAbsent(value) && Number(value) !== 0 },
  { path: ['video', 'poddedupe'], restricts: isList },
  { path: ['audio', 'poddedupe'], restricts: isList },
];

/**
 * Warns of each restriction that is not obeyed, by its name: none is dropped in silence. What is the bidder's duty, such
 * as `battr` or `mimes`, is not among them.
 */
export function warnOfUnread({ request, imps, responses }: ReadableRequest, warn: Report): void {
  warnOf(ofRequest, request, 'bid_request', warn);
  for (const [at, { imp }] of imps.entries()) {
    warnOf(ofImpression, imp, `bid_request.imp[${at}]`, warn);
  }
  const assumed = toResponseCurrency(request);
  const currencies = new Set(toArray(request.cur).flatMap((one) => toCurrency(one) ?? []));
  for (const [at, response] of responses.entries()) {
    const { cur } = toObject<BidResponse>(response);
    const currency = toCurrency(cur) ?? assumed;
    if (isObject(response) && currencies.size > 0 && !currencies.has(currency)) {
      warn('bid_request.cur', `does not have ${shown(currency)}, the currency of bid_responses[${at}]; ${notObeyed}`);
    }
  }
}

const notObeyed = 'this restriction is not obeyed';

function warnOf(fields: readonly UnreadField[], object: unknown, prefix: string, warn: Report): void {
  for (const { path, restricts } of fields) {
    const value = valueAt(object, ...path);
    if (restricts(value)) warn(`${prefix}.${path.join('.')}`, `is ${shown(value)}; ${notObeyed}`);
  }
}
