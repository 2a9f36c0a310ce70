/** A service's name as the document's schemas and operations spell it: `ym-auction-tier` gives `YmAuctionTier`. */
export function schemaName(service: string): string {
  return service
    .split('-')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
    .join('');
}
