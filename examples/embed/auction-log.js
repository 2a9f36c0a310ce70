import { readFile } from 'node:fs/promises';
import * as zlib from 'node:zlib';
import { AuctionBody, issuesOf, toAuctionRequest } from '@auction-tiers/contract';
import { findCountryByCode } from '@auction-tiers/dma-data';
import { toAuctions } from '@auction-tiers/openrtb';
import { Unusable } from './unusable.js';

/**
 * The auctions of a log, line by line: bodies of POST /auction, or OpenRTB bid requests with their responses, one auction
 * for each impression. A line that cannot be used has issues instead.
 */
export async function* readAuctions(file, loaded) {
  const lines = (await readText(file)).split('\n');
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') continue;
    // What the line does not say. The seed is its place, so that the same log gives the same draws.
    const defaults = { feePpm: loaded.feePpm, seed: `1/${at + 1}`, timeMs: Date.now() };
    yield { place: `${file}:${at + 1}`, requests: [], invalid: [], issues: [], ...readLine(line, loaded, defaults) };
  }
}

function readLine(line, { memberOfName }, defaults) {
  let value;
  try {
    value = JSON.parse(line);
  } catch {
    return issue('is not JSON; a bid landscape feed (CSV, Parquet) is read by `npm run simulate` only');
  }
  if (value?.bid_request !== undefined) return readOpenRtb(value, memberOfName, defaults);
  if (value?.bids === undefined)
    return issue('has neither bids (the body of POST /auction) nor a bid_request (OpenRTB)');
  // The tier set names the ym-profile, so that a body need not.
  const body = AuctionBody.safeParse({ ...value, ym_profile_id: 1, publisher_id: undefined });
  if (!body.success) return { issues: issuesOf(body.error) };
  return { requests: [toAuctionRequest(body.data, defaults)] };
}

function readOpenRtb({ bid_request: bidRequest, bid_responses: bidResponses, time }, memberOfName, defaults) {
  const directory = {
    memberOfSeat: (seat) => (/^[1-9]\d*$/.test(seat) ? Number(seat) : (memberOfName.get(seat.toLowerCase()) ?? null)),
    countryFromAlpha3: (alpha3) => findCountryByCode(alpha3)?.code,
  };
  // A bid request has no time; it may stand beside it.
  const timeMs = (time ?? null) === null ? defaults.timeMs : Date.parse(time);
  if (Number.isNaN(timeMs)) return issue(`time is ${JSON.stringify(time)}, allowed: a moment in ISO 8601`);
  const mapped = toAuctions({ bidRequest, bidResponses }, directory, { ...defaults, timeMs });
  if (!mapped.ok) return { issues: mapped.issues };
  const invalid = [...mapped.auctions.flatMap(({ bids }) => bids), ...mapped.strayBids].filter((bid) => bid.invalid);
  return {
    requests: mapped.auctions.map(withBidIds),
    invalid: invalid.map((bid) => `${bid.bidId ?? 'a bid without id'}: invalid; its ${bid.invalid.message}`),
  };
}

/** The request, in which bids have their ids of the responses: those that it had are their places. */
function withBidIds({ request, bids: seatBids }) {
  const ids = new Map(seatBids.map(({ index, bidId, seat }) => [index, bidId ?? seat]));
  return { ...request, bids: request.bids.map((bid, index) => ({ ...bid, id: ids.get(index) ?? bid.id })) };
}

const issue = (message) => ({ issues: [{ path: '', message }] });

/** Leaves out a byte order mark. */
const utf8 = new TextDecoder();

/** The whole file in memory, decompressed: enough for an example. */
async function readText(file) {
  try {
    const bytes = await readFile(file);
    const magic = bytes.toString('hex', 0, 4);
    if (magic.startsWith('1f8b')) return utf8.decode(zlib.gunzipSync(bytes));
    if (magic === '28b52ffd') {
      if (zlib.zstdDecompressSync === undefined) throw new Error('zstd needs Node 22.15 or later');
      return utf8.decode(zlib.zstdDecompressSync(bytes));
    }
    return utf8.decode(bytes);
  } catch (error) {
    throw new Unusable(file, [{ message: `cannot be read: ${error.message}` }]);
  }
}
