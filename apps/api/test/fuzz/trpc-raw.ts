import * as fc from 'fast-check';
import type { FuzzDocument } from './document.ts';
import { nastyValues } from './nasty.ts';
import type { Procedure } from './procedure.ts';
import { anyMethod, rawRequests } from './raw.ts';
import type { FuzzRequest } from './request.ts';

/** Names that are no procedures, though an object may have them. */
const oddNames: readonly string[] = [
  ['', '/', '.', '..', 'tier', 'tier.', '.list', 'tier..list', 'tier.list.x', 'tier/list', 'tier%2Elist'],
  ['TIER.LIST', '__proto__', '__proto__.get', 'tier.__proto__', 'tier.constructor', 'constructor'],
  ['constructor.prototype', 'prototype', 'toString', 'tier.toString', 'hasOwnProperty', 'tier.hasOwnProperty'],
  ['valueOf.call', 'then', 'tier.then', '_def', 'tier._def', '_def.procedures', 'createCaller', 'tier.list%00'],
  ['tier.list%zz', '%', '%ff', '%F0%9F%8E%AF', 'tier.list,', ',', ',,,', 'tier.list,__proto__.get'],
  ['tier.get,tier.create', 'changeLog.follow,changeLog.follow', 'tier.list;x', 'tier.list,tier.nothing'],
  ['x'.repeat(8000), 'tier.meta,'.repeat(100), `${'tier.meta,'.repeat(100)}tier.meta`, 'a.'.repeat(3000)],
].flat();

const oddQueries: readonly string[] = [
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

/** Requests to every procedure and to names that are none, of which no part has to be sensible. */
export function trpcRawRequests(procedures: readonly Procedure[], document: FuzzDocument): fc.Arbitrary<FuzzRequest> {
  const names = procedures.map(({ path }) => path);
  const subscriptions = procedures.filter(({ type }) => type === 'subscription').map(({ path }) => path);
  const name = fc.oneof(
    { arbitrary: fc.constantFrom(...names), weight: 3 },
    { arbitrary: fc.constantFrom(...subscriptions), weight: 1 },
    { arbitrary: fc.constantFrom(...oddNames), weight: 3 },
  );
  const inputs = nastyValues.map((value) => `?input=${encodeURIComponent(value).slice(0, 8000)}`);
  const query = fc.oneof(fc.constantFrom(...oddQueries), fc.constantFrom(...inputs));
  const line = fc.record({
    method: fc.oneof({ arbitrary: fc.constantFrom('GET', 'POST'), weight: 6 }, { arbitrary: anyMethod, weight: 1 }),
    path: fc.tuple(name, query).map(([one, text]) => `/trpc/${one}${text}`),
  });
  return rawRequests(line, document);
}
