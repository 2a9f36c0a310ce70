import { planted } from './canary.ts';
import { createProfile, createTier, createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import type { Row, Send } from '../fixture/request.ts';

const { text, number } = planted;
const named = (place: string): Row => ({
  name: text(`${place}-name`),
  code: text(`${place}-code`),
  description: text(`${place}-description`),
});

/** A targeting of every dimension, each with a value that is recognisable where the dimension is free to have one. */
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
  browser_targets: [{ name: text('browser') }],
  language_targets: [{ code: planted.language }],
  supply_type_targets: ['web'],
  content_category_targets: [{ code: text('category') }],
  segment_targets: [{ id: number(14), action: 'include' }],
  key_value_targets: [{ key: text('key'), values: [text('value')], action: 'include' }],
  daypart_targets: [{ day: 'all', start_hour: 0, end_hour: 23 }],
  daypart_timezone: planted.timezone,
};

/** A publisher that only the victim serves. */
const publisherId = number(21);

/** A buyer that only the victim's tier names, as it would stand in the directory if it were there. */
export const victimsBuyer = {
  id: number(22),
  name: text('buyer'),
  primary_type: 'buyer',
  active: true,
  last_modified: '2026-11-21 08:00:00',
} as const;

/** Fills a member with an object of every service, and with a history of changes and of one that is gone. */
export async function plantEverything(send: Send): Promise<void> {
  expectOk(await send('PUT', '/member', { body: { name: text('member'), revenue_share_pct: planted.percent } }));
  const { id: ym_profile_id } = await createYmProfile(send, {
    ...named('ym-profile'),
    publisher_ids: [publisherId],
  });
  const { id: profile_id } = await createProfile(send, { ...named('profile'), ...targeting });
  const body = { ym_profile_id, profile_id, member_action: 'include', min_price: planted.price };
  const buyer_members = [{ id: victimsBuyer.id, name: victimsBuyer.name }];
  const gone = await createTier(send, { ...body, ...named('gone') });
  expectOk(await send('DELETE', `/ym-auction-tier?id=${gone.id}`));
  const tier = await createTier(send, { ...body, ...named('tier-before'), buyer_members });
  expectOk(await send('PUT', `/ym-auction-tier?id=${tier.id}`, { body: named('tier') }));
}
