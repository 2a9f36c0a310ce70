import type { MappingCase } from './mapping-case.ts';

/** One more than a list of an impression may have. */
const many = Array.from({ length: 1001 }, (_, at) => `n${at}`);

export const contentCases: readonly MappingCase[] = [
  {
    row: 'site.cat[]',
    title: 'all lists together, each code once',
    request: { site: { cat: ['IAB1', 7], sectioncat: ['IAB2'], pagecat: ['IAB1'], content: { cat: ['IAB3'] } } },
    impression: { supplyType: 'web', contentCategories: ['IAB1', 'IAB2', 'IAB3'] },
  },
  {
    row: 'site.cat[]',
    title: 'of an app',
    request: { app: { cat: ['IAB9'] } },
    impression: { supplyType: 'mobile_app', contentCategories: ['IAB9'] },
  },
  {
    row: 'site.cattax',
    title: 'taxonomy 1',
    request: { site: { cattax: 1, cat: ['IAB1'] } },
    impression: { supplyType: 'web', contentCategories: ['IAB1'] },
  },
  {
    row: 'site.cattax',
    title: 'taxonomy 1, as text',
    request: { site: { cattax: '1', cat: ['IAB1'], content: { cattax: '6', cat: ['483'] } } },
    impression: { supplyType: 'web', contentCategories: ['IAB1'] },
  },
  {
    row: 'site.cattax',
    title: 'another taxonomy, each for its own list',
    request: { site: { cattax: 6, cat: ['483'], content: { cat: ['IAB3'] } } },
    impression: { supplyType: 'web', contentCategories: ['IAB3'] },
  },
  {
    row: 'site.keywords',
    title: 'key=value under its key, the rest under keywords',
    request: { site: { keywords: 'section=sports, live ,section=golf,=x,, a=' }, user: { keywords: 'section=sports' } },
    impression: {
      supplyType: 'web',
      keyValues: new Map([
        ['section', ['sports', 'golf']],
        ['keywords', ['live', '=x', 'a=']],
      ]),
    },
  },
  {
    row: 'site.keywords',
    title: 'of a screen and its content',
    request: { dooh: { keywords: 'mall', content: { keywords: 'film' } } },
    impression: { keyValues: new Map([['keywords', ['mall', 'film']]]) },
  },
  {
    row: 'site.kwarray[]',
    title: 'already split',
    request: { site: { kwarray: ['a, b', 'k=v', 1] } },
    impression: {
      supplyType: 'web',
      keyValues: new Map([
        ['keywords', ['a, b']],
        ['k', ['v']],
      ]),
    },
  },
  {
    row: 'site.ext.data',
    title: 'texts, numbers and lists of them, before the keywords; those of the impression first',
    request: {
      site: {
        keywords: 'section=golf',
        ext: { data: { section: 'sports', page: 7, other: { a: 1 }, tags: ['a', 2, null] } },
      },
      user: { ext: { data: { section: 'own' } } },
    },
    imp: { ext: { data: { section: ['top', 'sports'] } } },
    impression: {
      supplyType: 'web',
      keyValues: new Map([
        ['section', ['top', 'sports', 'golf', 'own']],
        ['page', ['7']],
        ['tags', ['a', '2']],
      ]),
    },
  },
  {
    row: 'site.ext.data',
    title: 'of an app',
    request: { app: { ext: { data: { section: 'sports' } } } },
    impression: { supplyType: 'mobile_app', keyValues: new Map([['section', ['sports']]]) },
  },
  {
    row: 'site.ext.data',
    title: 'more than 1,000 keys',
    request: { site: { ext: { data: Object.fromEntries(many.map((name) => [name, 'v'])) } } },
    impression: { supplyType: 'web', keyValues: new Map(many.slice(0, 1000).map((name) => [name, ['v']])) },
    warnings: ['bid_request'],
  },
  {
    row: 'site.ext.data',
    title: 'more than 1,000 values of a key, with those of the impression first',
    request: { site: { ext: { data: { section: many.slice(1) } } } },
    imp: { ext: { data: { section: many[0] } } },
    impression: { supplyType: 'web', keyValues: new Map([['section', many.slice(0, 1000)]]) },
    warnings: ['bid_request.imp[0].ext.data'],
  },
  {
    row: 'site.cat[]',
    title: 'more than 1,000',
    request: { site: { cat: many } },
    impression: { supplyType: 'web', contentCategories: many.slice(0, 1000) },
    warnings: ['bid_request.site.cat'],
  },
  {
    row: 'site.ext.data',
    title: 'of more than 1,000 characters',
    request: { site: { ext: { data: { section: ['x'.repeat(1001), 'sports'], ['k'.repeat(1001)]: 1 } } } },
    impression: { supplyType: 'web', keyValues: new Map([['section', ['sports']]]) },
    warnings: ['bid_request'],
  },
  {
    row: 'site.cat[]',
    title: 'of more than 1,000 characters',
    request: { site: { cat: ['x'.repeat(1001), 'IAB1'] } },
    impression: { supplyType: 'web', contentCategories: ['IAB1'] },
    warnings: ['bid_request.site.cat'],
  },
  {
    row: 'user.data[].segment[].id',
    title: 'more than 1,000, after one that is too long for a name',
    request: { user: { data: [{ segment: ['x'.repeat(256), ...many].map((id) => ({ id })) }] } },
    impression: { segments: many.slice(0, 1000) },
    warnings: ['bid_request.user.data', 'bid_request.user.data'],
  },
  {
    row: 'user.data[].segment[].id',
    title: 'numbers and texts, each once',
    request: {
      user: { data: [{ segment: [{ id: '12' }, { id: 'x' }] }, null, { segment: [{ id: 99 }, { id: '12' }] }] },
    },
    impression: { segments: [12, 'x', 99] },
  },
];
