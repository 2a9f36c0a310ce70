import type { Json } from './json.ts';

/**
 * What JSON Schema cannot see in a transform or a rule of the definitions: the forms that a writer may send, by the name
 * of the attribute. Each is a part of what the service takes: it also reads exact texts such as "2e0".
 */
const decimal = (pattern: string, bounds: Json, description: string, example: unknown): Json => ({
  anyOf: [
    { type: 'string', pattern },
    { type: 'number', ...bounds },
  ],
  description,
  examples: [example],
});

const priceBounds = { minimum: 0, maximum: 999_999.999999 };
const fee = decimal(
  '^(0|[1-9]\\d?)(\\.\\d{1,4})?$',
  { minimum: 0, exclusiveMaximum: 100 },
  'Fee in per cent, from 0 to under 100, at most 4 decimals',
  15,
);
const auctionPrice = (what: string, example: number) =>
  decimal('^(0|[1-9]\\d{0,5})(\\.\\d+)?$', priceBounds, `${what}, CPM; rounded to the nearest micro`, example);

export const decimalForms: Readonly<Record<string, Json>> = {
  min_price: decimal(
    '^(0|[1-9]\\d{0,5})(\\.\\d{1,6})?$',
    priceBounds,
    'CPM, from 0 to 999999.999999, at most 6 decimals',
    '2.000000',
  ),
  revenue_share_pct: fee,
  price: auctionPrice('Gross price', 2.5),
  bid_floor: auctionPrice('The least gross price that takes part', 0.5),
};

/** Attributes that a transform reads from anything. */
export const openForms: Readonly<Record<string, Json>> = {
  key_values: {
    type: 'object',
    maxProperties: 1000,
    additionalProperties: { type: 'array', maxItems: 1000, items: { type: 'string' } },
    examples: [{ section: ['sports'] }],
  },
};

/** A text that a rule narrows. */
export const textForms: Readonly<Record<string, Json>> = {
  time: { format: 'date-time' },
  daypart_timezone: { examples: ['America/New_York'] },
};

/** Elements of lists that are named by one attribute or by the other. */
export const elementRules: Readonly<Record<string, Json>> = {
  buyer_members: {
    anyOf: [{ required: ['id'] }, { required: ['name'], properties: { name: { type: 'string' } } }],
  },
  country_targets: { anyOf: [{ required: ['id'] }, { required: ['code'] }] },
};
