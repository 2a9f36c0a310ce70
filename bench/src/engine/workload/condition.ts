import type { DeviceType, Impression, ListTarget, Targeting } from '@auction-tiers/tier-engine';
import type { Random } from './random.ts';

/** What impressions vary in here: dimensions that every contestant can express, as "is among" or "is not among". */
export const attributeValues = {
  country: ['US', 'CA', 'GB', 'DE', 'FR', 'ES', 'IT', 'JP'],
  dma: [501, 803, 602, 504, 618, 511, 623, 506, 524, 807, 753, 819, 539, 505, 751, 613, 528, 534, 510, 862],
  device: ['phone', 'tablet', 'pc', 'tv'],
  browser: ['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera'],
  size: ['300x250', '728x90', '160x600', '320x50', '970x250', '300x600'],
} as const;

export type Attribute = keyof typeof attributeValues;
export type AttributeValue = string | number;
export type Attributes = Readonly<Record<Attribute, AttributeValue>>;

/** One part of a targeting profile, in a form that is easy to put into any rule language. */
export interface Condition {
  readonly attribute: Attribute;
  readonly action: 'include' | 'exclude';
  readonly values: readonly AttributeValue[];
}

const attributeNames = Object.keys(attributeValues) as Attribute[];

export function drawAttributes(random: Random): Attributes {
  const drawn = attributeNames.map((name) => [name, random.pick<AttributeValue>(attributeValues[name])]);
  return Object.fromEntries(drawn) as Record<Attribute, AttributeValue>;
}

/** The conditions of one profile: one to three dimensions, each of which passes about half of the impressions. */
export function drawConditions(random: Random): Condition[] {
  return random.pickSome(attributeNames, random.between(1, 3)).map((attribute) => {
    const values = attributeValues[attribute];
    const count = random.between(Math.floor(values.length / 3), Math.ceil((values.length * 2) / 3));
    // The engine, like the service, knows sizes as an include only.
    const action = attribute === 'size' || random.fraction() < 0.7 ? 'include' : 'exclude';
    return { attribute, action, values: random.pickSome<AttributeValue>(values, count) };
  });
}

/** The same conditions for the engine. */
export function toTargeting(conditions: readonly Condition[]): Targeting {
  const list = <Value extends AttributeValue>(attribute: Attribute): ListTarget<Value> | undefined => {
    const found = conditions.find((condition) => condition.attribute === attribute);
    return found === undefined ? undefined : { action: found.action, values: found.values as readonly Value[] };
  };
  return {
    country: list<string>('country'),
    dma: list<number>('dma'),
    deviceType: list<DeviceType>('device'),
    browser: list<string>('browser'),
    size: list<string>('size')?.values.map(toSize),
  };
}

/** The same attributes for the engine. */
export function toImpression({ country, dma, device, browser, size }: Attributes): Impression {
  return {
    country: String(country),
    dma: Number(dma),
    deviceType: device as DeviceType,
    browser: String(browser),
    sizes: [toSize(String(size))],
  };
}

function toSize(text: string): { width: number; height: number } {
  const [width, height] = text.split('x');
  return { width: Number(width), height: Number(height) };
}
