/** 32 evenly spread bits of an auction's id: the same on every machine. */
export function hashId(auctionId: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < auctionId.length; at++) hash = Math.imul(hash ^ auctionId.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
