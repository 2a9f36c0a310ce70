import type { BidRequest, Device, User } from 'iab-openrtb/v26';
import { hash } from './hash.ts';
import type { Loose } from './loose.ts';
import { toObject, toText } from './loose.ts';

const longestUnit = 64;

/**
 * The user of a request, in any form: the exchange's user id, else the buyer's, else the device id. A longer id than a
 * unit may have is hashed, so that different users stay different.
 */
export function toUnit(request: Loose<BidRequest>): string | undefined {
  const user = toObject<User>(request.user);
  const { ifa } = toObject<Device>(request.device);
  const unit = toUserId(user.id) ?? toUserId(user.buyeruid) ?? toUserId(ifa);
  return unit === undefined || unit.length <= longestUnit ? unit : hash(unit);
}

/** Devices that hide their id send zeros. */
function toUserId(value: unknown): string | undefined {
  const id = typeof value === 'number' ? String(value) : toText(value);
  return id === undefined || /^[0-]+$/.test(id) ? undefined : id;
}
