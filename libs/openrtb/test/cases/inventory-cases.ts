import type { MappingCase } from './mapping-case.ts';

const long = 'x'.repeat(255);
const tooLong = `${long}x`;
/** One more than an impression may have. */
const sizes = Array.from({ length: 1001 }, (_, at) => ({ width: at + 1, height: 50 }));
const site = { page: 'http://example.com' };

export const inventoryCases: readonly MappingCase[] = [
  { row: 'imp[].tagid', title: 'a number as text', imp: { tagid: '77' }, impression: { placementId: 77 } },
  {
    row: 'imp[].tagid',
    title: 'a path',
    imp: { tagid: '/1111/news/top' },
    impression: { placementId: '/1111/news/top' },
  },
  {
    row: 'imp[].tagid',
    title: 'a number with a leading zero is a name',
    imp: { tagid: '077' },
    impression: { placementId: '077' },
  },
  {
    row: 'imp[].tagid',
    title: 'too long for a name',
    imp: { tagid: tooLong },
    impression: {},
    warnings: ['bid_request.imp[0].tagid'],
  },
  { row: 'imp[].tagid', title: 'as long as a name may be', imp: { tagid: long }, impression: { placementId: long } },
  { row: 'imp[].tagid', title: 'white space alone is no name', imp: { tagid: ' ' }, impression: {} },
  {
    row: 'imp[].ext.gpid',
    title: 'goes before the ad slot and the tag',
    imp: { tagid: '77', ext: { gpid: '/1111/news/top#1', data: { pbadslot: '/1111/news' } } },
    impression: { placementId: '/1111/news/top#1', keyValues: new Map([['pbadslot', ['/1111/news']]]) },
  },
  {
    row: 'imp[].ext.gpid',
    title: 'too long for a name',
    imp: { tagid: '77', ext: { gpid: tooLong } },
    impression: { placementId: 77 },
    warnings: ['bid_request.imp[0].ext.gpid'],
  },
  {
    row: 'imp[].ext.data.pbadslot',
    title: 'goes before the tag',
    imp: { tagid: '77', ext: { data: { pbadslot: '/1111/news' } } },
    impression: { placementId: '/1111/news', keyValues: new Map([['pbadslot', ['/1111/news']]]) },
  },
  {
    row: 'imp[].banner',
    title: 'every media type that is offered',
    imp: { native: {}, audio: {}, video: {}, banner: null },
    impression: { mediaTypes: ['video', 'native', 'audio'] },
  },
  ...(
    [
      ['above the fold', 1, 'above'],
      ['below the fold', 3, 'below'],
      ['header', 4, 'above'],
      ['footer', 5, 'below'],
      ['full screen', 7, 'above'],
      ['unknown', 0, 'unknown'],
      ['sidebar, which says no half', '6', 'unknown'],
    ] as const
  ).map(([title, pos, position]) => ({
    row: 'imp[].banner.pos',
    title,
    imp: { banner: { pos } },
    impression: { mediaTypes: ['banner' as const], position },
  })),
  {
    row: 'imp[].banner.pos',
    title: 'of the video, where there is no banner',
    imp: { video: { pos: 3 } },
    impression: { mediaTypes: ['video'], position: 'below' },
  },
  {
    row: 'imp[].banner.format[]',
    title: 'every whole format, once',
    imp: { banner: { format: [{ w: 300, h: 250 }, { w: '300', h: 600 }, { w: 300, h: 250 }, { wratio: 1 }, null] } },
    impression: {
      mediaTypes: ['banner'],
      sizes: [
        { width: 300, height: 250 },
        { width: 300, height: 600 },
      ],
    },
  },
  {
    row: 'imp[].banner.format[]',
    title: 'more than 1,000',
    imp: { banner: { format: sizes.map(({ width: w, height: h }) => ({ w, h })) } },
    impression: { mediaTypes: ['banner'], sizes: sizes.slice(0, 1000) },
    warnings: ['bid_request.imp[0].banner.format'],
  },
  {
    row: 'imp[].banner.w',
    title: 'joins the formats',
    imp: { banner: { w: 728, h: 90, format: [{ w: 300, h: 250 }] } },
    impression: {
      mediaTypes: ['banner'],
      sizes: [
        { width: 300, height: 250 },
        { width: 728, height: 90 },
      ],
    },
  },
  {
    row: 'imp[].banner.w',
    title: 'half a size is none',
    imp: { banner: { w: 728 } },
    impression: { mediaTypes: ['banner'] },
  },
  {
    row: 'imp[].video.w',
    title: 'joins the banner',
    imp: { banner: { w: 300, h: 250 }, video: { w: 640, h: 480 } },
    impression: {
      mediaTypes: ['banner', 'video'],
      sizes: [
        { width: 300, height: 250 },
        { width: 640, height: 480 },
      ],
    },
  },
  {
    row: 'site.publisher.id',
    title: 'a number as text',
    request: { site: { publisher: { id: '5001' } } },
    impression: { supplyType: 'web', publisherId: 5001 },
  },
  {
    row: 'site.publisher.id',
    title: 'of an app',
    request: { app: { publisher: { id: '9' } } },
    impression: { supplyType: 'mobile_app', publisherId: 9 },
  },
  {
    row: 'site.publisher.id',
    title: 'of a screen',
    request: { dooh: { publisher: { id: 9 } } },
    impression: { publisherId: 9 },
  },
  {
    row: 'site.publisher.id',
    title: 'a name',
    request: { site: { publisher: { id: 'pub-abc' } } },
    impression: { supplyType: 'web', publisherId: 'pub-abc' },
  },
  {
    row: 'site.publisher.id',
    title: 'too long for a name',
    request: { app: { publisher: { id: tooLong } } },
    impression: { supplyType: 'mobile_app' },
    warnings: ['bid_request.app.publisher.id'],
  },
  {
    row: 'site.id',
    title: 'too long for a name',
    request: { site: { id: tooLong } },
    impression: { supplyType: 'web' },
    warnings: ['bid_request.site.id'],
  },
  {
    row: 'site.id',
    title: 'a number as text',
    request: { site: { id: '3' } },
    impression: { supplyType: 'web', siteId: 3 },
  },
  {
    row: 'site.id',
    title: 'a name',
    request: { site: { id: 'news-site' } },
    impression: { siteId: 'news-site', supplyType: 'web' },
  },
  {
    row: 'site.id',
    title: 'of an app',
    request: { app: { id: '3' } },
    impression: { siteId: 3, supplyType: 'mobile_app' },
  },
  {
    row: 'site.domain',
    title: 'goes before the page',
    request: { site: { domain: 'News.Example.com', page: 'http://other.example' } },
    impression: { supplyType: 'web', domain: 'news.example.com' },
  },
  {
    row: 'site.domain',
    title: 'of an app',
    request: { app: { domain: 'example.org', bundle: 'com.a' } },
    impression: { supplyType: 'mobile_app', domain: 'example.org' },
  },
  {
    row: 'site.domain',
    title: 'a bundle is none',
    request: { app: { bundle: 'com.example.game' } },
    impression: { supplyType: 'mobile_app' },
  },
  {
    row: 'site.domain',
    title: 'of a screen',
    request: { dooh: { domain: 'screens.example' } },
    impression: { domain: 'screens.example' },
  },
  {
    row: 'site.page',
    title: 'its host',
    request: { site: { page: 'https://u@News.example.com:8080/a?b.c' } },
    impression: { supplyType: 'web', domain: 'news.example.com' },
  },
  {
    row: 'site.page',
    title: 'without a scheme',
    request: { site: { page: 'test.somepage.com:80/x' } },
    impression: { supplyType: 'web', domain: 'test.somepage.com' },
  },
  {
    row: 'site.page',
    title: 'no host to be seen',
    request: { site: { page: 'about:blank' } },
    impression: { supplyType: 'web' },
  },
  {
    row: 'site.mobile',
    title: 'made for mobiles',
    request: { site: { mobile: 1 } },
    impression: { supplyType: 'mobile_web' },
  },
  {
    row: 'site.mobile',
    title: 'made for mobiles, as text',
    request: { site: { mobile: '1' } },
    impression: { supplyType: 'mobile_web' },
  },
  {
    row: 'site.mobile',
    title: 'on a pc after all',
    request: { site: { mobile: 1 }, device: { devicetype: 2 } },
    impression: { deviceType: 'pc', supplyType: 'web' },
  },
  { row: 'site', title: 'web', request: { site }, impression: { supplyType: 'web', domain: 'example.com' } },
  {
    row: 'site',
    title: 'on a tablet',
    request: { site: {}, device: { devicetype: 5 } },
    impression: { deviceType: 'tablet', supplyType: 'mobile_web' },
  },
  { row: 'site', title: 'goes before an app', request: { site: {}, app: {} }, impression: { supplyType: 'web' } },
  { row: 'app', title: 'mobile_app', request: { app: {} }, impression: { supplyType: 'mobile_app' } },
  { row: 'app', title: 'none for a screen', request: { dooh: {} }, impression: {} },
];
