import type { Json } from './json.ts';

const texts: Readonly<Record<string, string>> = {
  ym_profile_id: 'The ym-profile; this or publisher_id',
  publisher_id: 'Publisher, resolved through the ym-profile that lists it; this or ym_profile_id',
  auction_type: '1 (default): the winner pays its own price. 2: second price within its priority level',
  bid_floor: 'The least gross price that takes part, CPM; rounded to the nearest micro',
  revenue_share_pct: "Fee in per cent of the bids that name none; default: the seller member's",
  seed: 'Makes the random draws; one is drawn, and returned, when none is given',
  impression: 'What is auctioned; an attribute that profiles do not know is refused',
  bids: 'Their ids are unique',
  bid_request: 'OpenRTB 2.6',
  bid_responses: 'OpenRTB 2.6, in the order that decides a place in the answer',
  seats: 'Seat to buyer, before the member directory is asked',
};

/** The body with words for its attributes, which its definition does not hold. */
export function withTexts(schema: Json): Json {
  const properties = Object.entries(schema['properties'] as Record<string, Json>).map(([name, property]) => {
    const description = texts[name];
    return [name, description === undefined ? property : { ...property, description }];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}
