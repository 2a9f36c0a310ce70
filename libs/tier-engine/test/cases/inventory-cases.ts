import type { TargetingCase } from './targeting-case.ts';

const sizes = {
  size: [
    { width: 300, height: 250 },
    { width: 728, height: 90 },
  ],
} as const;
const lists = { publisherIds: [9], siteIds: [3], placementIds: [77] };
const includesInventory = { inventory: { action: 'include', ...lists } } as const;
const excludesInventory = { inventory: { action: 'exclude', ...lists } } as const;
const includesDomain = {
  domain: { action: 'include', values: ['example.com', 'News.Example.ORG.', 'com.au'] },
} as const;
const excludesDomain = { domain: { action: 'exclude', values: ['example.com'] } } as const;

const size = (width: number, height: number) => ({ width, height });

export const inventoryCases: readonly TargetingCase[] = [
  { rule: 'the size is wanted', targeting: sizes, impression: { sizes: [size(728, 90)] }, matches: true },
  {
    rule: 'any one of two sizes is enough',
    targeting: sizes,
    impression: { sizes: [size(1, 1), size(300, 250)] },
    matches: true,
  },
  {
    rule: 'width and height of two wanted sizes do not make a third',
    targeting: sizes,
    impression: { sizes: [size(300, 90)] },
    matches: false,
  },
  { rule: 'a size is not its transpose', targeting: sizes, impression: { sizes: [size(250, 300)] }, matches: false },
  { rule: 'no size fails', targeting: sizes, matches: false },
  { rule: 'an empty list of sizes is no size', targeting: sizes, impression: { sizes: [] }, matches: false },

  {
    rule: 'the publisher counts',
    targeting: includesInventory,
    impression: { publisherId: 9, siteId: 1, placementId: 1 },
    matches: true,
  },
  { rule: 'the site counts', targeting: includesInventory, impression: { publisherId: 1, siteId: 3 }, matches: true },
  { rule: 'the placement counts', targeting: includesInventory, impression: { placementId: 77 }, matches: true },
  {
    rule: 'none of the three',
    targeting: includesInventory,
    impression: { publisherId: 3, siteId: 77, placementId: 9 },
    matches: false,
  },
  { rule: 'no inventory fails an include', targeting: includesInventory, matches: false },
  { rule: 'the publisher is excluded', targeting: excludesInventory, impression: { publisherId: 9 }, matches: false },
  {
    rule: 'the site is excluded',
    targeting: excludesInventory,
    impression: { publisherId: 1, siteId: 3 },
    matches: false,
  },
  {
    rule: 'the placement is excluded',
    targeting: excludesInventory,
    impression: { siteId: 1, placementId: 77 },
    matches: false,
  },
  {
    rule: 'none of the three is excluded',
    targeting: excludesInventory,
    impression: { publisherId: 77, siteId: 9, placementId: 3 },
    matches: true,
  },
  { rule: 'no inventory passes an exclude', targeting: excludesInventory, matches: true },
  {
    rule: 'one list is enough for an include',
    targeting: { inventory: { action: 'include', publisherIds: [], siteIds: [], placementIds: [5] } },
    impression: { publisherId: 9, placementId: 5 },
    matches: true,
  },

  { rule: 'the domain itself', targeting: includesDomain, impression: { domain: 'example.com' }, matches: true },
  { rule: 'a subdomain', targeting: includesDomain, impression: { domain: 'news.example.com' }, matches: true },
  {
    rule: 'a subdomain of a subdomain',
    targeting: includesDomain,
    impression: { domain: 'a.b.news.example.org' },
    matches: true,
  },
  {
    rule: 'a subdomain of a subdomain of a short domain',
    targeting: includesDomain,
    impression: { domain: 'a.b.example.com' },
    matches: true,
  },
  {
    rule: 'a domain that only ends with the same letters',
    targeting: includesDomain,
    impression: { domain: 'badexample.com' },
    matches: false,
  },
  {
    rule: 'a parent of a wanted domain',
    targeting: includesDomain,
    impression: { domain: 'example.org' },
    matches: false,
  },
  {
    rule: 'a wanted domain as a part of another',
    targeting: includesDomain,
    impression: { domain: 'example.com.evil.net' },
    matches: false,
  },
  {
    rule: 'a domain has no case and its last dot says nothing',
    targeting: includesDomain,
    impression: { domain: 'WWW.Example.COM.' },
    matches: true,
  },
  {
    rule: 'a target has no case and its last dot says nothing',
    targeting: includesDomain,
    impression: { domain: 'news.example.org' },
    matches: true,
  },
  {
    rule: 'a name that grows when its case is taken away',
    targeting: { domain: { action: 'include', values: ['İİ.example'] } },
    impression: { domain: 'www.İİ.example' },
    matches: true,
  },
  {
    rule: 'a public suffix is a parent too',
    targeting: includesDomain,
    impression: { domain: 'shop.com.au' },
    matches: true,
  },
  {
    rule: 'a domain with an empty first label',
    targeting: includesDomain,
    impression: { domain: '.example.com' },
    matches: true,
  },
  { rule: 'a domain of dots', targeting: includesDomain, impression: { domain: '...' }, matches: false },
  { rule: 'an empty domain is no domain', targeting: includesDomain, impression: { domain: '' }, matches: false },
  { rule: 'no domain fails an include', targeting: includesDomain, matches: false },
  {
    rule: 'a subdomain is excluded with its parent',
    targeting: excludesDomain,
    impression: { domain: 'm.example.com' },
    matches: false,
  },
  {
    rule: 'another domain is not excluded',
    targeting: excludesDomain,
    impression: { domain: 'example.net' },
    matches: true,
  },
  { rule: 'no domain passes an exclude', targeting: excludesDomain, matches: true },
];
