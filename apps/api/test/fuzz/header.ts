import * as fc from 'fast-check';
import { limitedCallers } from './caller.ts';
import type { Credential, Headers } from './client.ts';

/** What a header may hold: no line breaks, one byte a character. */
const nastyHeaderValues: readonly string[] = [
  ['', ' ', '*', '"', '""', '"abc"', 'W/"abc"', '"a", "b", *', '*, *', 'a,b;c="d', '__proto__', 'constructor'],
  ['null', '\u00ff\u00fe', '\u00e9', '\tx\t', 'a b<script>', '../../etc/passwd', '%00', '{}', '[object Object]'],
  ['0', '-1', 'NaN', 'x'.repeat(101), 'x'.repeat(256), 'x'.repeat(5000), '"'.repeat(1000), ','.repeat(1000)],
  ['(?:a+)+$', ';q=0.5', 'k1'],
].flat();

const nastyHeaderNames: readonly string[] = [
  ['idempotency-key', 'if-match', 'if-none-match', 'x-request-id', 'accept', 'content-type', 'content-encoding'],
  ['accept-encoding', 'accept-charset', 'accept-language', 'authorization', 'cookie', 'range', 'if-modified-since'],
  ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-http-method-override', 'origin', 'referer'],
  ['user-agent', 'last-event-id', 'trpc-accept', 'x-trpc-source', 'content-language', 'content-disposition'],
  ['forwarded', 'via', 'te', 'cache-control', 'date', 'from', 'max-forwards', 'pragma', 'prefer', 'x-real-ip'],
  ['x-change-note', 'x-break-glass'],
  ['__proto__', 'constructor', 'x-a'],
].flat();

const telling: Headers = [
  ['accept', 'text/html'],
  ['accept', 'application/json;q=0'],
  ['accept', 'text/event-stream'],
  ['accept', '*/*;q=x, ;;, application'],
  ['accept', 'application/x-ndjson'],
  ['trpc-accept', 'application/jsonl'],
  ['accept-encoding', 'gzip, deflate, br'],
  ['accept-encoding', 'gzip;q=0.5, *;q=0'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br, gzip'],
  ['content-encoding', 'identity'],
  ['content-type', 'application/xml'],
  ['x-request-id', 'fuzz:1.2-3_4'],
  ['idempotency-key', 'the same every time'],
];

/** Enough for some, and more than Node takes, which refuses such a request before the service sees it. */
const enormous: Headers = [
  ['x-a', 'a'.repeat(12_000)],
  ['cookie', 'a=b; '.repeat(3000)],
  ['idempotency-key', 'k'.repeat(17_000)],
  ['if-match', '"a",'.repeat(5000)],
];

const oneHeader: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  { arbitrary: fc.tuple(fc.constantFrom(...nastyHeaderNames), fc.constantFrom(...nastyHeaderValues)), weight: 10 },
  {
    arbitrary: fc.tuple(fc.constantFrom('idempotency-key', 'if-match'), fc.constantFrom(...nastyHeaderValues)),
    weight: 3,
  },
  { arbitrary: fc.constantFrom(...telling), weight: 4 },
  { arbitrary: fc.constantFrom(...enormous), weight: 1 },
);

/** Some odd headers, a repeated one, or very many. */
export const oddHeaders: fc.Arbitrary<Headers> = fc.oneof(
  { arbitrary: fc.array(oneHeader, { minLength: 1, maxLength: 4 }), weight: 6 },
  { arbitrary: oneHeader.map((header): Headers => [header, header]), weight: 2 },
  {
    arbitrary: fc.nat(300).map((count) => Array.from({ length: count }, (_, index) => [`x-${index}`, ''] as const)),
    weight: 1,
  },
);

/** Usually none. */
export const someHeaders: fc.Arbitrary<Headers> = fc.oneof(
  { arbitrary: fc.constant<Headers>([]), weight: 6 },
  { arbitrary: oddHeaders, weight: 1 },
);

const rightTypes = [
  'application/json',
  'application/json; charset=utf-8',
  'APPLICATION/JSON',
  'application/json;charset=x',
];
const wrongTypes = [
  ['application/json; charset=utf-16', 'application/json;charset="', 'application/jsonp', 'text/json', 'text/plain'],
  ['', 'application/x-ndjson', 'multipart/form-data', 'multipart/form-data; boundary=x'],
  ['application/x-www-form-urlencoded', 'application/octet-stream', 'application/json, text/plain', ';;;'],
  ['__proto__', `application/json${';'.repeat(2000)}`],
].flat();

/** The header of a body: mostly the one that it should have. */
export const contentType = (right: string): fc.Arbitrary<Headers> =>
  fc.oneof(
    { arbitrary: fc.constant<Headers>([['content-type', right]]), weight: 20 },
    {
      arbitrary: fc.constantFrom(...rightTypes, ...wrongTypes).map((type): Headers => [['content-type', type]]),
      weight: 2,
    },
    { arbitrary: fc.constant<Headers>([]), weight: 1 },
  );

const good: fc.Arbitrary<Credential> = fc.record({
  caller: fc.oneof(
    { arbitrary: fc.constant('seller1' as const), weight: 5 },
    { arbitrary: fc.constant('admin' as const), weight: 3 },
    { arbitrary: fc.constant('seller2' as const), weight: 1 },
    { arbitrary: fc.constantFrom('admin_log_in' as const, 'seller_log_in' as const), weight: 3 },
    {
      arbitrary: fc.constantFrom(...limitedCallers),
      weight: 3,
    },
  ),
  form: fc.oneof(
    { arbitrary: fc.constant('KEY'), weight: 6 },
    { arbitrary: fc.constantFrom('Bearer KEY', 'bearer   KEY', 'BEARER KEY'), weight: 1 },
  ),
});

const badForms = ['KEY KEY', 'Basic KEY', 'Bearer', 'Bearer\tKEY', 'KEY,KEY', '"KEY"', 'KEYx', 'BearerKEY'];

const bad: fc.Arbitrary<Credential> = fc.oneof(
  fc.constant<Credential>({ caller: 'none', form: '' }),
  fc.record({ caller: fc.constant('seller1' as const), form: fc.constantFrom(...badForms) }),
  fc.record({
    caller: fc.constant('other' as const),
    form: fc.constantFrom(...nastyHeaderValues, 'Bearer null', 'atk_x'),
  }),
);

/** A credential, mostly one that is permitted. */
export const credential: fc.Arbitrary<Credential> = fc.oneof(
  { arbitrary: good, weight: 10 },
  { arbitrary: bad, weight: 1 },
);
