import { services } from '@auction-tiers/contract';
import { problemsOfSuccess } from '../fixture/api-document.ts';
import { operationAt } from './rest-answer.ts';

/** The call of the REST door that does the same as a procedure, and what that would have answered. */
interface Twin {
  readonly method: string;
  readonly path: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly debug?: Readonly<Record<string, unknown>>;
}

type Data = Readonly<Record<string, unknown>>;

/** What a procedure's result has against the document, which tells of the REST door; empty where that has no such call. */
export function resultProblems(procedure: string, data: unknown): readonly string[] {
  const twin = twinOf(procedure, data as Data);
  if (twin === undefined || operationAt(twin.method, twin.path) === undefined) return [];
  const debug = { output_term: 'x', version: '1.0', warnings: [], time: 0, request_id: 'x', ...twin.debug };
  const answer = { response: { status: 'OK', ...twin.content, dbg_info: debug } };
  return problemsOfSuccess(twin.method, twin.path, answer).map(
    (problem) => `${procedure} against ${twin.path}: ${problem}`,
  );
}

/** Where the objects of a router can be had; undefined for what is no service. */
export const pathOf = (router: string): string | undefined => {
  const found = services.find((one) => one.router === router);
  return found && `/${found.resource.service}`;
};

function twinOf(procedure: string, data: Data): Twin | undefined {
  const [router = '', name = ''] = procedure.split('.');
  const found = services.find((one) => one.router === router);
  return found === undefined ? auctionTwin(procedure, data) : serviceTwin(found.resource, name, data);
}

function serviceTwin(
  { service, plural }: { readonly service: string; readonly plural: string },
  name: string,
  data: Data,
): Twin | undefined {
  const path = `/${service}`;
  const written = { count: 1, id: data['id'], [service]: data };
  const { items, ...page } = data;
  const one = { count: 1, start_element: 0, num_elements: 100 };
  const twins: Readonly<Record<string, Twin>> = {
    list: { method: 'GET', path, content: { ...page, [plural]: items } },
    get: { method: 'GET', path, content: { ...one, [service]: data } },
    getTagged: { method: 'GET', path, content: { ...one, [service]: data['item'] } },
    meta: { method: 'GET', path: `${path}/meta`, content: { fields: data } },
    create: { method: 'POST', path, content: written },
    update: { method: 'PUT', path, content: written },
    remove: { method: 'DELETE', path, content: { count: 1, id: data['id'] } },
    export: { method: 'GET', path: `${path}/export`, content: { ...one, [`${service}-export`]: data } },
    exportTagged: { method: 'GET', path: `${path}/export`, content: { ...one, [`${service}-export`]: data['item'] } },
    import: {
      method: 'POST',
      path: `${path}/import`,
      content: { count: 1, id: data['ym_profile_id'], [`${service}-import`]: data },
    },
  };
  return twins[name];
}

const page = { count: 1, start_element: 0, num_elements: 100 };

function auctionTwin(procedure: string, data: Data): Twin | undefined {
  const { auctions, stray_bids } = data;
  const twins: Readonly<Record<string, Twin>> = {
    'auction.run': { method: 'POST', path: '/auction', content: { auction: data } },
    'auction.explain': { method: 'POST', path: '/auction/explain', content: { auction: data } },
    'auction.runMany': { method: 'POST', path: '/auction/batch', content: { auctions } },
    'auction.openrtb': { method: 'POST', path: '/openrtb2/auction', content: { auctions }, debug: { stray_bids } },
    'simulation.start': {
      method: 'POST',
      path: '/simulation',
      content: { count: 1, id: data['id'], simulation: data },
    },
    'simulation.status': { method: 'GET', path: '/simulation', content: { ...page, simulation: data } },
    'simulation.list': {
      method: 'GET',
      path: '/simulation',
      content: { ...page, count: data['count'], simulations: data['items'] },
    },
    'auth.login': { method: 'POST', path: '/auth', content: { ...data } },
  };
  return twins[procedure];
}
