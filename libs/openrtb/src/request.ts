import type { BidRequest, Imp } from 'iab-openrtb/v26';
import type { Issue, Report } from './issue.ts';
import type { Loose } from './loose.ts';
import { isAbsent, isObject, shown, toObject } from './loose.ts';
import type { OpenRtbInput } from './model.ts';

/** What an auction cannot do without; the rest of the request may still be anything. */
export interface ReadableRequest {
  readonly request: Loose<BidRequest>;
  readonly imps: readonly { readonly id: string; readonly imp: Loose<Imp> }[];
  readonly responses: readonly unknown[];
}

/** The request, or everything that makes an auction impossible. */
export function readRequest({ bidRequest, bidResponses }: OpenRtbInput): ReadableRequest | readonly Issue[] {
  const issues: Issue[] = [];
  const report: Report = (path, message) => void issues.push({ path, message });
  const request = toObject<BidRequest>(bidRequest);
  if (!isObject(bidRequest)) {
    report('bid_request', `is ${shown(bidRequest)}; allowed is an OpenRTB bid request, an object`);
  } else if (!Array.isArray(request.imp) || request.imp.length === 0) {
    report('bid_request.imp', `is ${shown(request.imp)}; allowed is an array of at least one impression`);
  }
  if (!isAbsent(bidResponses) && !Array.isArray(bidResponses)) {
    report('bid_responses', `is ${shown(bidResponses)}; allowed is an array of bid responses`);
  }
  const imps = readImps(Array.isArray(request.imp) ? request.imp : [], report);
  return issues.length > 0 ? issues : { request, imps, responses: Array.isArray(bidResponses) ? bidResponses : [] };
}

function readImps(values: readonly unknown[], report: Report): ReadableRequest['imps'] {
  const firstAt = new Map<string, number>();
  return Array.from(values, (value, at) => {
    const path = `bid_request.imp[${at}]`;
    const imp = toObject<Imp>(value);
    const id = typeof imp.id === 'string' ? imp.id : '';
    const earlier = firstAt.get(id);
    if (!isObject(value)) report(path, `is ${shown(value)}; allowed is an impression, an object`);
    else if (id === '') report(`${path}.id`, `is ${shown(imp.id)}; allowed is a text that is not empty`);
    else if (earlier === undefined) firstAt.set(id, at);
    else report(`${path}.id`, `${shown(id)} is the id of imp[${earlier}] already; allowed is each id once`);
    return { id, imp };
  });
}
