/** The demo's buyer directory: ids 101 to 120. */
export const demoBuyers: readonly { readonly id: number; readonly name: string }[] = [
  'Northwind Media',
  'Bluefin DSP',
  'Harbor Ads',
  'Quartz Trading',
  'Lighthouse Retail',
  'Meridian Auto',
  'Saffron Travel',
  'Copperfield Finance',
  'Juniper Games',
  'Willow Health',
  'Atlas Telecom',
  'Pebble Insurance',
  'Sundial Energy',
  'Falcon Sports',
  'Orchard Foods',
  'Cobalt Software',
  'Maple Streaming',
  'Tundra Outdoor',
  'Velvet Fashion',
  'Cinder Arbitrage',
].map((name, index) => ({ id: 101 + index, name }));

export const demoFeePct = 15;
