import { profileResource } from '@auction-tiers/contract';
import { expect, test } from 'vitest';
import { listWords, type Targeting, targetingWords, whereText } from '../../src/words/targeting.ts';

test.for<[words: string, profile: Targeting]>([
  ['everywhere', {}],
  ['New York NY DMA', { dma_action: 'include', dma_targets: [{ dma: 501 }] }],
  ['not US or CA', { country_action: 'exclude', country_targets: [country('US'), country('CA')] }],
  ['300×250', { size_targets: [{ width: 300, height: 250 }] }],
  [
    '18:00–24:00 (New York time)',
    { daypart_timezone: 'America/New_York', daypart_targets: [{ day: 'all', start_hour: 18, end_hour: 23 }] },
  ],
  ['Mon 08:00–18:00', { daypart_targets: [{ day: 'monday', start_hour: 8, end_hour: 17 }] }],
  [
    'US, phone',
    {
      device_type_action: 'include',
      device_type_targets: ['phone'],
      country_action: 'include',
      country_targets: [country('US')],
    },
  ],
  ['not segment 12', { segment_targets: [{ id: 12, action: 'exclude' }] }],
  ['section = sports|news', { key_value_targets: [{ key: 'section', values: ['sports', 'news'], action: 'include' }] }],
  ['a.com or b.com or c.com +1', { domain_action: 'include', domain_targets: ['a', 'b', 'c', 'd'].map(domain) }],
])('%s', ([words, profile]) => {
  expect(whereText(profile)).toBe(words);
});

test('every list of a profile can be said', () => {
  const lists = Object.keys(profileResource.fields).filter((name) => name.endsWith('_targets'));
  const example: Record<string, unknown> = {
    device_type_targets: ['phone'],
    supply_type_targets: ['web'],
    key_value_targets: [{ key: 'k', values: ['v'], action: 'include' }],
  };
  const element = {
    id: 1,
    code: 'US',
    name: 'N',
    dma: 501,
    width: 1,
    height: 1,
    domain: 'd',
    day: 'all',
    start_hour: 0,
  };
  for (const list of lists) {
    const profile = { [list]: example[list] ?? [{ ...element, end_hour: 1, country_code: 'US', action: 'include' }] };
    expect(targetingWords(profile as Targeting)).toHaveLength(1);
  }
});

test('a whole list is said on demand', () => {
  const profile = { domain_action: 'include' as const, domain_targets: ['a', 'b', 'c', 'd'].map(domain) };
  expect(listWords(profile, 'domain_targets', true)).toBe('a.com or b.com or c.com or d.com');
});

function country(code: string) {
  return { id: 1, code, name: code };
}

function domain(name: string) {
  return { domain: `${name}.com` };
}
