import type { RoomSearch } from '../../address/room-search.ts';
import type { Body } from './explain-body.ts';

/** The parameters of the room in the address. */
export type WhySearch = RoomSearch<'/why'>;

/** Browsers and proxies take addresses of about 8,000 letters. */
const longestAuction = 6000;

export const isTooLong = (body: Body): boolean => encodeURIComponent(JSON.stringify(body)).length > longestAuction;
