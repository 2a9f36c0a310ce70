/** What is known to be left. Written by hand: the only part of the report that no figure stands behind. */
export function outlookSection(): string {
  return `## What would make it faster still

Where the time is known to go; none of this has been tried.

- **Places instead of ids.** A selection has to find the buyer's tiers by its id. Whoever parses the bids could look a buyer up once and hand over its place in the tier set, for as long as that set is in use.
- **Columns instead of objects.** Two typed arrays (buyer, price) would save following a reference for each bid, which is most of what even the limit does.
- **Unique priorities.** Tiers of equal priority that name the same buyer cost a second look and a draw. A tier set without them never pays for it.
- **More cores.** Auctions share nothing, so processes add up.
- **One round trip a create.** The store draws an id before it writes. Ids drawn ahead, a hundred at a time, would save the trip, at the price of larger gaps.
- **A faster disk.** A durable write waits for the disk. Those that arrive together share one sync already.`;
}
