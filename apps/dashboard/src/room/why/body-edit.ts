import { readerCountry } from '../../figure/figures.ts';
import type { Body } from './explain-body.ts';

/** A bid as it stands in a body that is being edited. */
export type BidBody = Readonly<Record<string, unknown>>;

/** A text or number as a field shows it; null for anything else. */
export const shownOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** A body with another value of an attribute; undefined leaves the attribute out. */
export function withValue(body: Body, name: string, value: unknown): Body {
  if (value !== undefined) return { ...body, [name]: value };
  const { [name]: _left, ...rest } = body;
  return rest;
}

export const impressionOf = (body: Body): Body =>
  typeof body['impression'] === 'object' && body['impression'] !== null ? (body['impression'] as Body) : {};

/** A body with another value of an attribute of its impression. */
export const withImpression = (body: Body, name: string, value: unknown): Body =>
  withValue(body, 'impression', withValue(impressionOf(body), name, value));

export const bidsOf = (body: Body): readonly BidBody[] =>
  Array.isArray(body['bids']) ? body['bids'].map((bid: unknown) => Object(bid) as BidBody) : [];

export function withBid(body: Body, index: number, bid: BidBody | null): Body {
  const bids = bidsOf(body).flatMap((one, at) => (at === index ? (bid ?? []) : one));
  return withValue(body, 'bids', bids);
}

/** One more bid, with an id that no other has. */
export function withNewBid(body: Body, memberId: number | null): Body {
  const bids = bidsOf(body);
  const ids = new Set(bids.map(({ id }) => id));
  let number = bids.length + 1;
  while (ids.has(`b${number}`)) number++;
  return withValue(body, 'bids', [...bids, { id: `b${number}`, member_id: memberId, price: 1 }]);
}

/** Sizes as they are typed: `300x250`, also with a true multiplication sign. */
export function sizesOf(texts: readonly string[]): { readonly width: number; readonly height: number }[] {
  return texts.flatMap((text) => {
    const [, width, height] = /^\s*(\d+)\s*[x×*]\s*(\d+)\s*$/i.exec(text) ?? [];
    return width === undefined ? [] : [{ width: Number(width), height: Number(height) }];
  });
}

export const sizeTexts = (sizes: unknown): string[] =>
  Array.isArray(sizes)
    ? sizes.map((size: unknown) => {
        const { width, height } = Object(size) as Readonly<Record<string, unknown>>;
        return `${shownOf(width) ?? ''}x${shownOf(height) ?? ''}`;
      })
    : [];

const inForm = new Set(['country', 'dma', 'sizes', 'device_type', 'supply_type', 'time']);

/** The attributes of the impression that the form has no field for. */
export const otherAttributes = (body: Body): readonly string[] =>
  Object.entries(impressionOf(body)).flatMap(([name, value]) =>
    inForm.has(name) || value === null || value === undefined ? [] : name,
  );

/** An auction to begin with: buyers with some prices, one of them below the minimum of its tier. */
export function firstBody(ymProfileId: number, buyerIds: readonly number[], timeMs: number): Body {
  const prices = [2, 2.4, 3.1];
  return {
    ym_profile_id: ymProfileId,
    auction_type: 1,
    bid_floor: 0.5,
    seed: 'why',
    impression: {
      country: readerCountry,
      sizes: [{ width: 300, height: 250 }],
      time: new Date(timeMs).toISOString(),
    },
    bids: buyerIds.slice(0, prices.length).map((id, at) => ({ id: `b${at + 1}`, member_id: id, price: prices[at] })),
  };
}
