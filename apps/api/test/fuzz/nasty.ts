const deepLevels = 10_000;

/** Keys that every object has, or that code looks for where it should not. */
export const nastyKeys: readonly string[] = [
  ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'toJSON', 'then', 'length', ''],
  [' ', '0', '-1', '$ne', '$where', 'a.b', 'a[b]', '__proto__.polluted', 'constructor.prototype.polluted', '\u0000'],
  ['\u202egnp', 'e\u0301', 'Ｉd', '\u{1f3af}', 'ID', 'Name', '_revision', 'k'.repeat(5000)],
].flat();

/** Texts that are hard to store, compare, print or measure. */
export const nastyStrings: readonly string[] = [
  ['', ' ', '\u00a0\u2003', '\t\r\n', '\u0000', 'a\u0000b', '\u007f\u0080', '\ufeff', '\u2028\u2029'],
  ['\ufffe\uffff', '\u202eevil\u202c', '\u0645\u0631\u062d\u0628\u0627', `Z${'\u0300'.repeat(200)}`, 'e\u0301'],
  ['\u00e9', 'ﬀﬁ', 'İıſK', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}', '\u{1d49c}\u{10ffff}'],
  ['\u{1f3af}'.repeat(300), 'NaN', 'Infinity', '-Infinity', '1e400', '-0', '0x10', '1_000', '１', '+1', '.5', '5.'],
  ['1e0', '0.0000001', 'null', 'undefined', 'true', '[object Object]', '__proto__', 'constructor', '{}', '[]', '"'],
  ["'", '\\', '`', "'; DROP TABLE tiers; --", '<script>alert(1)</script>', '\u0024{7*7}', '{{7*7}}', '%s%n%d'],
  ['../../../../etc/passwd', '0000-00-00', '9999-99-99 99:99:99', '2026-02-30T25:61:61Z'],
  ['+275760-09-13T00:00:00.001Z', 'UTC', 'Etc/GMT+99', 'x'.repeat(256), 'x'.repeat(1025), 'x'.repeat(70_000), ','],
  ['a,b', '*', '"a", W/"b"', 'at:{p1}:revision'],
].flat();

/** Values that JSON does not have. */
export const brokenValues: readonly string[] = [
  ['NaN', 'Infinity', 'undefined', '01', '+1', '.5', '0x10', "'x'", '{"a":1,}', '[1,]', '{a:1}', '"\\x41"', '"\n"'],
  ['"', '['.repeat(deepLevels)],
].flat();

/** Values that it has. */
export const nastyValues: readonly string[] = [
  ['null', 'true', 'false', '{}', '[]', '[[]]', '[null]', '[{}]', '""', '0', '-0', '-0.0', '-1', '0.1', '1e0'],
  ['5e-324', '1e400', '-1e400', '1e-400', '1e21', '9007199254740991', '9007199254740992', '9007199254740993'],
  ['-9007199254740993', '1.7976931348623157e308', '9'.repeat(400), `0.${'3'.repeat(400)}`, '0.1234567'],
  ['999999.9999995', '1000000', '11', '"\\ud800"', '"\\udc00\\ud800"', '"\\u0000"', '"\\u202e\\u2066"'],
  ['"\\ud83c\\udfaf"', '"\\u005f_proto__"', '"\\/"', '{"__proto__":{"polluted":true}}'],
  ['{"constructor":{"prototype":{"polluted":true}}}', '{"prototype":{"polluted":1}}'],
  ['{"\\u005f\\u005fproto__":{"polluted":true}}', '[{"__proto__":{"polluted":true}}]', '{"__proto__":null}'],
  ['{"a":1,"a":2}', '{"id":1,"id":{}}', '{"toString":null}', '{"toJSON":1}', '{"then":{}}', '{"length":1e9}'],
  ['{"$ne":null}', '{"id":"1"}', '{"id":1e400}', '[1,1,1]', '["a","a"]', '[1,"a",null,{},[]]', '{"":""}'],
  ['"2.0000001"', '"1e2"', '"-0"', `${'['.repeat(deepLevels)}${']'.repeat(deepLevels)}`],
  [`${'{"a":'.repeat(deepLevels)}1${'}'.repeat(deepLevels)}`],
  [`${'{"__proto__":'.repeat(deepLevels)}1${'}'.repeat(deepLevels)}`],
  nastyStrings.map((text) => JSON.stringify(text)),
].flat();

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',');

/** Parts of a query as they go over the wire. */
export const nastyParts: readonly string[] = [
  ['', '=', '=x', '?', '?id=1', '&&&', ';id=1', 'id', 'id=', 'id=0', 'id=-1', 'id=1.0', 'id=1e0', 'id=0x1', 'id=+1'],
  ['id=%2B1', 'id=1&id=2', 'id[]=1', 'id[0]=1', 'id[$gt]=0', 'id=1,', 'id=,', 'id=1,x', 'id=9007199254740993'],
  ['id=%EF%BC%91', 'id=NaN', `id=${ids(100)}`, `id=${ids(101)}`, `id=${ids(2500)}`, `id=${'1,'.repeat(4000)}1`],
  ['id=null', 'id=[1]', 'id=1%00', '__proto__=1', '%5F%5Fproto%5F%5F=1', '__proto__[polluted]=1'],
  ['__proto__.polluted=1', 'constructor=1', 'toString=1', 'constructor[prototype][polluted]=1', 'hasOwnProperty=1'],
  ['min___proto__=1', 'like_constructor=1', 'not_toString=1', 'sort=', 'sort=__proto__', 'sort=constructor.asc'],
  ['sort=id.asc,id.desc', 'sort=id.up', 'sort=,', 'sort=id.asc.desc', 'fields=', 'fields=__proto__', 'fields=id,id'],
  ['fields=,', 'fields=constructor', 'search=', 'search=%00', 'search=%25', 'start_element=-1', 'start_element=-0'],
  ['start_element=1e400', 'start_element=9007199254740991', 'start_element=', 'num_elements=0', 'num_elements=1001'],
  ['num_elements=99999999999999999999', 'num_elements=1.5', 'num_elements=NaN', 'name=%', 'name=%zz', 'name=%ff%fe'],
  ['name=%00', 'name=%ED%A0%80', 'name=%F0%9F%8E%AF', 'name=a+b', 'name=a&name=b', 'like_name=%25', 'like_name=IN'],
  ['like_name=.*', `like_name=${'x'.repeat(5000)}`, `search=${'%F0%9F%8E%AF'.repeat(500)}`, 'min_priority=NaN'],
  ['max_priority=1e400', 'not_priority=', 'min_min_price=-0', 'max_created_on=9999-99-99', 'active=TRUE'],
  ['append=1', 'append=TRUE', 'append=true', 'member_id=0', 'member_id=1', 'member_id=2', 'member_id=999999'],
  ['member_id=x', 'seats=a', 'seats=a:b', 'seats=__proto__:1', 'seats=a:1,a:2', 'seed=', `seed=${'s'.repeat(65)}`],
  ['ym_profile_id=1', 'x=y'],
].flat();

/** Paths that are none, or another way to write one. */
export const oddPaths: readonly string[] = [
  ['//', '/v1', '/v1/', '/v1/v1/dma', '/v2/dma', '//dma', '/dma/', '/dma//', '/DMA', '/./dma', '/../dma'],
  ['/dma/../dma', '/%2e%2e/dma', '/..%2f..%2fetc%2fpasswd', '/%zz', '/%', '/%ff', '/%00', '/dma%00', '/dma%2Fmeta'],
  ['/%64ma', '/%c0%ae', '/dma;x=1', '/dma.json', '/dma/1', '/__proto__', '/constructor', '/prototype/meta'],
  ['/__proto__/meta', '/toString', '/.env', '/.git/config', '/ym-auction-tier/meta/meta', '/ym-auction-tiers'],
  ['/auction/nothing', '/openrtb2', '/auth/x', '/dma?', '/dma??', '/dma?#x', '/dma#x', '/dma?id=501#', '*', 'dma'],
  ['http://example.com/dma', 'http://[/', '/\\..\\dma', '/\u00fc', '/openapi.json', '/docs', '/openapi.json/x'],
  ['/healthz?x=1', '/readyz/', '/v1/docs', '/v1/healthz', `/${'x'.repeat(8000)}`, `/${'a/'.repeat(3000)}`],
  [`/${'%2e%2e/'.repeat(500)}`, `/dma?${'&'.repeat(5000)}`, `/dma?${'a=1&'.repeat(2000)}`],
  [`/dma?${'[]'.repeat(2000)}=1`, `/dma/${'%'.repeat(1000)}`],
].flat();

/** Names that are no procedures, though an object may have them. */
export const oddNames: readonly string[] = [
  ['', '/', '.', '..', 'tier', 'tier.', '.list', 'tier..list', 'tier.list.x', 'tier/list', 'tier%2Elist'],
  ['TIER.LIST', '__proto__', '__proto__.get', 'tier.__proto__', 'tier.constructor', 'constructor'],
  ['constructor.prototype', 'prototype', 'toString', 'tier.toString', 'hasOwnProperty', 'tier.hasOwnProperty'],
  ['valueOf.call', 'then', 'tier.then', '_def', 'tier._def', '_def.procedures', 'createCaller', 'tier.list%00'],
  ['tier.list%zz', '%', '%ff', '%F0%9F%8E%AF', 'tier.list,', ',', ',,,', 'tier.list,__proto__.get'],
  ['tier.get,tier.create', 'changeLog.follow,changeLog.follow', 'tier.list;x', 'tier.list,tier.nothing'],
  ['x'.repeat(8000), 'tier.meta,'.repeat(100), `${'tier.meta,'.repeat(100)}tier.meta`, 'a.'.repeat(3000)],
].flat();

/** Queries of the tRPC door. */
export const oddQueries: readonly string[] = [
  ['', '?', '?batch', '?batch=1', '?batch=0', '?batch=1&batch=1', '?batch=true', '?batch[]=1', '?x=1'],
  ['?__proto__=1', '?input', '?input=', '?input=%', '?input=%zz', '?input=%ff', '?input=undefined'],
  ['?input={}&input={}', '?input[]=1', '?batch=1&input=', '?batch=1&input=[]', '?batch=1&input=null'],
  ['?batch=1&input=1', '?batch=1&input={%22x%22:1}', '?batch=1&input={%22__proto__%22:{%22polluted%22:1}}'],
  ['?batch=1&input={%220%22:{%22id%22:1},%22999999%22:{}}', '?connectionParams=1'],
  ['?connectionParams={%22__proto__%22:1}', '?connectionParams=%', '?lastEventId=x', '?lastEventId='],
  ['?input={%22lastEventId%22:%22x%22}', '?input={%22lastEventId%22:%221-999999%22}'],
  ['?input={%22lastEventId%22:{}}', '?input={%22lastEventId%22:%22__proto__-1%22}'],
  ['?input={%22lastEventId%22:%220-0%22}&lastEventId=-1', '?lastEventId=1-0', '?input={%22json%22:{%22id%22:1}}'],
  [`?input=${'['.repeat(8000)}`, `?batch=1&input={%220%22:${'['.repeat(8000)}`],
].flat();
