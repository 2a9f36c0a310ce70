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
