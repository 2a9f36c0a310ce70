import { fieldLabel } from '../../saying/field-label.ts';

/** Labels of attributes of an auction whose names say something else. */
const labels: Readonly<Record<string, string>> = {
  bid_floor: 'Floor, gross',
  dma: 'Market area (DMA)',
  impression: 'Impression',
  member_id: 'Buyer',
  price: 'Gross price',
};

/** Where in an auction a problem is, in words: `Bid 1, gross price:` for `bids.0.price`. */
export function problemPlace(path: string): string {
  if (path === '') return 'The auction:';
  const [first, place, ...rest] = path.split('.');
  const isOfBid = first === 'bids' && place !== undefined;
  const names = isOfBid ? rest : [first!, ...(place === undefined ? [] : [place, ...rest])];
  // A number is the place in a list.
  const words = names.map((name) =>
    /^\d+$/.test(name) ? `no. ${Number(name) + 1}` : (labels[name] ?? fieldLabel(name)),
  );
  return `${[...(isOfBid ? [`Bid ${Number(place) + 1}`] : []), ...words].join(', ')}:`;
}
