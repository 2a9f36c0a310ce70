/** The list at a path of something like an object; empty: there is none. */
function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const list = valueAt(value, ...path);
  return Array.isArray(list) ? list : [];
}

function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    value,
  );
}

/** Prebid Server's codes of bids that it refused for their price: below the floor, and below that of their deal. */
const belowFloorCodes: ReadonlySet<unknown> = new Set([301, 304]);

/**
 * A line of Prebid Server's file analytics (`{"type":"/openrtb2/auction","Request":{...},"Response":{...}}`) as a line
 * of OpenRTB; any other line as it is. Bids that Prebid Server refused for their price alone take part: the floor decides
 * again. What it refused for another reason, as its `seatnonbid` says, does not.
 */
export function fromPrebidLine(line: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { Request: request, Response: response } = line;
  if (typeof request !== 'object' || request === null) return line;
  const refused = [...listAt(line, 'SeatNonBid'), ...listAt(line, 'seatnonbid')];
  const told = refused.length > 0 ? refused : listAt(response, 'ext', 'seatnonbid');
  const seatbid = told.flatMap((seat) => {
    const bid = listAt(seat, 'nonbid').flatMap(toRefusedBid);
    return bid.length === 0 ? [] : { seat: valueAt(seat, 'seat'), bid };
  });
  const cur = valueAt(response, 'cur');
  return {
    ...line,
    bid_request: request,
    bid_responses: [response ?? null, ...(seatbid.length === 0 ? [] : [{ cur, seatbid }])],
    time: line['time'] ?? line['StartTime'],
  };
}

function toRefusedBid(nonBid: unknown): object | [] {
  if (!belowFloorCodes.has(valueAt(nonBid, 'statuscode'))) return [];
  const bid = valueAt(nonBid, 'ext', 'prebid', 'bid');
  if (typeof bid !== 'object' || bid === null || valueAt(bid, 'price') === undefined) return [];
  return { ...bid, impid: valueAt(nonBid, 'impid') };
}
