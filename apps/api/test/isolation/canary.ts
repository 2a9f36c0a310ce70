import { createProfile, createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { ownAlert } from '../fixture/alert.ts';
import { ownForecast } from '../fixture/forecast.ts';
import type { Answer, Row, Send } from '../fixture/request.ts';
import type { Ask, Things } from './ask.ts';
import { plantedDay } from './planted-day.ts';

/**
 * Values that only the victim's objects hold, and values that no object holds: of the same form and length and next to
 * them in order, so that an answer about the one can be compared with an answer about the other.
 */
const marks: readonly (readonly [planted: string, absent: string])[] = [
  ['kestrel', 'kestril'],
  ['61803', '61804'],
  ['61.803', '61.804'],
  ['MH-WTH', 'MH-WTJ'],
  ['Antarctica/Troll', 'Antarctica/Casey'],
];

/** Recognisable values by their form. Numbers have at least eight digits, so that no other number contains them. */
export const planted = {
  text: (place: string) => `kestrel-${place}`,
  number: (index: number) => 61_803_000 + index,
  price: '61.803398',
  percent: 61.8033,
  share: 0.618034,
  region: 'MH-WTH',
  language: 'qaa-kestrel',
  timezone: 'Antarctica/Troll',
} as const;

const escaped = (text: string) => text.replaceAll('.', '\\.');
/** The digits of a planted number begin it: those of the golden ratio stand in the fraction of others by chance. */
const anyPlanted = new RegExp(`[\\w.-]*(?<!\\d)(?:${marks.map(([mark]) => escaped(mark)).join('|')})[\\w.-]*`, 'gi');

/** Every planted value in a text, once. */
export const canariesIn = (text: string): string[] => [...new Set(text.match(anyPlanted) ?? [])];

/** What an answer shows of the victim, in its body or its headers, that the request did not contain. */
export function leaksOf({ headers, text }: Answer, asked: Ask, { rows }: Things): string[] {
  const known = JSON.stringify(asked).toLowerCase();
  const shown = `${JSON.stringify([...headers])}\n${text}`;
  const drawn = String(rows['api-key']?.['prefix']);
  const canaries = [...canariesIn(shown), ...(shown.includes(drawn) ? [drawn] : [])];
  return canaries.filter((canary) => !known.includes(canary.toLowerCase()));
}

/** The same things with values that no object has. */
export function absentOf(things: Things): Things {
  const text = marks.reduce((all, [mark, other]) => all.replaceAll(mark, other), JSON.stringify(things));
  return JSON.parse(text) as Things;
}

/** Headers that differ between answers to the same request. */
const passing = new Set(['date', 'content-length', 'x-request-id']);

/** The whole of an answer, without what differs each time, and with the victim's values replaced by the absent ones. */
export function wholeOf({ status, headers, text }: Answer): string {
  const kept = [...headers].filter(([name]) => !passing.has(name));
  const whole = `${status} ${JSON.stringify(kept)} ${text}`
    .replaceAll(/"(?:time|request_id)":(?:"[^"]*"|[\d.]+)/g, '"passing":"-"')
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '<date>');
  return marks.reduce((all, [mark, other]) => all.replaceAll(mark, other), whole);
}

const { text, number } = planted;
const named = (place: string): Row => ({
  name: text(`${place}-name`),
  code: text(`${place}-code`),
  description: text(`${place}-description`),
});

/** A targeting of every dimension, with a recognisable value wherever the dimension's values are not a fixed list. */
const targeting: Row = {
  country_targets: [{ code: 'US' }],
  region_targets: [{ code: planted.region }],
  city_targets: [{ name: text('city'), country_code: 'US' }],
  dma_targets: [{ dma: 501 }],
  size_targets: [{ width: 300, height: 250 }],
  publisher_targets: [{ id: number(11) }],
  site_targets: [{ id: number(12) }],
  placement_targets: [{ id: number(13) }],
  domain_targets: [{ domain: `${text('domain')}.example` }],
  device_type_targets: ['phone'],
  operating_system_family_targets: [{ name: text('system') }],
  carrier_targets: [{ name: text('carrier') }],
  browser_targets: [{ name: text('browser') }],
  language_targets: [{ code: planted.language }],
  supply_type_targets: ['web'],
  content_category_targets: [{ code: text('category') }],
  media_type_targets: ['video'],
  position_targets: ['above'],
  deal_targets: [{ code: text('deal') }],
  advertiser_domain_targets: [{ domain: `${text('advertiser')}.example` }],
  segment_targets: [{ id: number(14), action: 'include' }],
  key_value_targets: [{ key: text('key'), values: [text('value')], action: 'include' }],
  daypart_targets: [{ day: 'all', start_hour: 0, end_hour: 23 }],
  daypart_timezone: planted.timezone,
};

/** A publisher that only the victim serves. */
const publisherId = number(21);

/** A buyer that only the victim's tier names, in the form of the directory, which does not have it. */
export const victimsBuyer = {
  id: number(22),
  name: text('buyer'),
  primary_type: 'buyer',
  active: true,
  last_modified: '2026-11-21 08:00:00',
} as const;

/** The victim's alert. */
export const plantedAlert = {
  ...ownAlert,
  // Its ym-profile does not exist: the service would close it.
  state: 'closed',
  ym_profile_id: number(40),
  subject_id: number(41),
  sentence: text('sentence'),
  net_difference: text('net-difference'),
  also: text('also'),
  every_days: number(42),
  note: text('alert-note'),
} as const;

/** The victim's forecast. */
export const plantedForecast = {
  ...ownForecast,
  // It is due, and its ym-profile does not exist: a run that takes a minute would see the service give it up.
  state: 'measured',
  ym_profile_id: number(30),
  draft_id: number(31),
  simulation_id: number(32),
  decision: text('decision'),
  promised_difference: text('promised'),
  promised_low: text('low'),
  promised_high: text('high'),
  days: number(33),
  base_revision: text('base'),
  published_revision: text('published'),
  published_by: text('publisher'),
  measured_simulation_id: number(34),
  measured_auctions: number(35),
  measured_difference: text('measured'),
  measured_low: text('measured-low'),
  measured_high: text('measured-high'),
  outcome: text('outcome'),
  why_not: text('why-not'),
  elasticity: planted.percent,
  seed: text('seed'),
} as const;

/** Gives a member an object of every resource, and a history with changes and a deleted object. */
export async function plantEverything(send: Send): Promise<void> {
  const member = {
    name: text('member'),
    revenue_share_pct: planted.percent,
    record_share: planted.share,
    currency_rates: { CHF: planted.price },
    seats: { [text('seat')]: victimsBuyer.id },
    calendar: [{ date: plantedDay, name: text('day') }],
  };
  expectOk(await send('PUT', '/member', { body: member }));
  const commitments = [{ buyer: victimsBuyer.id, at_least: { wins: 1 } }];
  const { id: ym_profile_id } = await createYmProfile(send, {
    ...named('ym-profile'),
    publisher_ids: [publisherId],
    commitments,
  });
  const { id: profile_id } = await createProfile(send, { ...named('profile'), ...targeting });
  const body = {
    ym_profile_id,
    profile_id,
    member_action: 'include',
    min_price: planted.price,
    max_forgone: planted.price,
  };
  const buyer_members = [{ id: victimsBuyer.id, name: victimsBuyer.name }];
  const gone = await createTier(send, { ...body, ...named('gone') });
  expectOk(await send('DELETE', `/ym-auction-tier?id=${gone.id}`));
  const tier = await createTier(send, { ...body, ...named('tier-before'), buyer_members });
  const tier_set = { tiers: [{ name: text('drafted-tier') }] };
  const draft = {
    name: text('draft-name'),
    note: text('draft-note'),
    commitments,
    publisher_ids: [number(44)],
    tier_set,
  };
  const { id: draft_id } = expectOk(await send('POST', `/draft?from=${ym_profile_id}`, { body: draft })).response;
  const experiment = {
    name: text('experiment-name'),
    hypothesis: `${text('hypothesis')} 2 %`,
    draft_id,
    design: 'split',
    share: planted.share,
    steps: [{ share: planted.share, after_days: planted.percent }],
    guard: { max_loss: planted.price },
  };
  expectOk(await send('POST', '/experiment', { body: experiment }));
  const to = `https://${text('hook')}.example/path`;
  const made = expectOk(await send('POST', '/channel', { body: { name: text('channel'), to } }));
  const view = {
    name: text('view'),
    address: `/tiers?q=${text('address')}`,
    every: 'month',
    channel_id: made.response.id,
  };
  expectOk(await send('POST', '/view', { body: view }));
  const headers = { 'x-request-id': text('request'), 'x-change-note': text('note') };
  expectOk(await send('PUT', `/ym-auction-tier?id=${tier.id}`, { body: named('tier'), headers }));
}
