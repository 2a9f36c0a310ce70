import {
  apiKeyResource,
  AuctionBody,
  type CallContext,
  type Caller,
  type ChangeLogEntry,
  type Context,
  countryResource,
  createRouter,
  dmaResource,
  type Fields,
  type Handlers,
  type IdInput,
  invalid,
  issuesOf,
  type ListInput,
  memberResource,
  merge,
  type Page,
  type Plain,
  platformMemberResource,
  profileResource,
  type RemoveInput,
  scopes,
  selectRows,
  type Simulation,
  ServiceError,
  type Tagged,
  tierResource,
  type UpdateInput,
  userResource,
  withInitials,
  withoutReadOnly,
  ymProfileResource,
} from '@auction-tiers/contract';
import { demoTierSet } from '@auction-tiers/contract/demo';
import type { z } from 'zod';
import { compileFile, explain, run } from './auction.ts';

interface Definition {
  readonly service: string;
  readonly fields: Fields;
  readonly Output: z.ZodType;
  readonly Create: z.ZodType;
  readonly Update: z.ZodType;
}

type Row<R extends Definition> = z.output<R['Output']>;

/** Every operation of a resource; a service takes of them what it has. */
interface HandlersOf<R extends Definition> {
  list(call: CallContext, input: ListInput): Promise<Page<Row<R>>>;
  get(call: CallContext, input: IdInput): Promise<Row<R>>;
  getTagged(call: CallContext, input: IdInput): Promise<Tagged<Row<R>>>;
  create(call: CallContext, body: z.output<R['Create']>): Promise<Row<R>>;
  update(call: CallContext, input: UpdateInput<z.output<R['Update']>>): Promise<Row<R>>;
  remove(call: CallContext, input: RemoveInput): Promise<{ id: number }>;
}

/** What a service sets by itself, in any resource. */
const set = { member_id: 7, created_on: '2026-11-21 08:00:00', last_modified: '2026-11-21 08:00:00' };

/** Objects of one resource, kept in memory. */
function memoryHandlers<const R extends Definition>(
  resource: R,
  stored: readonly z.output<R['Output']>[] = [],
): HandlersOf<R> {
  const objects = new Map(stored.map((object) => [(object as Plain)['id'], object]));
  const find = (id: number) => {
    const object = objects.get(id);
    if (object === undefined) throw new ServiceError('not_found', `${resource.service} ${id} does not exist`);
    return object;
  };
  const save = (object: Plain) => {
    const own = Object.entries(set).filter(([name]) => Object.hasOwn(resource.fields, name));
    const parsed = resource.Output.parse({ ...object, ...Object.fromEntries(own) }) as z.output<R['Output']>;
    objects.set(object['id'], parsed);
    return parsed;
  };
  return {
    async list(call, input) {
      const rows = [...objects.values()] as (z.output<R['Output']> & Plain)[];
      return selectRows(resource.fields, rows, input, call.warn);
    },
    get: async (_call, { id }) => find(id),
    getTagged: async (_call, { id }) => ({ etag: '"state"', item: find(id) }),
    async create(call, body) {
      const { value, ignored } = withoutReadOnly(resource, body as Plain);
      for (const name of ignored) call.warn(`${name} is read-only and was ignored`);
      return save({ id: objects.size + 1, ...withInitials(resource, value) });
    },
    update: async (_call, { id, changes, append = false }) =>
      save(merge(find(id) as Plain, withoutReadOnly(resource, changes as Plain).value, append)),
    async remove(_call, { id }) {
      find(id);
      objects.delete(id);
      return { id };
    },
  };
}

const file = demoTierSet();
const tierSet = compileFile(file);

const auctionHandlers: Handlers['auction'] = {
  run: (_call, body) => run(tierSet, body),
  explain: (_call, body) => explain(tierSet, body),
  runMany: (_call, { auctions }) => ({
    auctions: auctions.map((body) => {
      const parsed = AuctionBody.safeParse(body);
      if (parsed.success) return run(tierSet, parsed.data);
      const { message, issues } = invalid(issuesOf(parsed.error));
      return { error: { error_id: 'SYNTAX', error_code: 'INVALID', error: message, issues } };
    }),
  }),
  openrtb: (_call, body) => ({ auctions: [], stray_bids: body.bid_responses }),
};

/** One tier set, which every import leaves as it is. */
const tierSetHandlers: Pick<Handlers['ymProfile'], 'exportTagged' | 'import'> = {
  exportTagged: async () => ({ etag: '"state"', item: file }),
  import: async (_call, { id, dry_run = false }) => ({
    dry_run,
    ym_profile_id: id,
    revision: file.revision,
    created: [],
    updated: [],
    deleted: [],
    unchanged: { tiers: file.tiers.length, profiles: file.profiles.length },
    findings: [],
  }),
};

const simulation: Simulation = {
  id: 1,
  member_id: 7,
  ym_profile_id: 1,
  state: 'done',
  progress: 1,
  log: { kind: 'synthetic', auctions: 1, bids: 0, seed: 's' },
  seed: 'compare',
  elasticity: 0,
  user: 'ann',
  created_on: '2026-11-21 08:00:00',
  finished_on: '2026-11-21 08:00:01',
  error: null,
  inputs: {
    current_revision: '7-1',
    current_sha256: '0'.repeat(64),
    draft_sha256: '1'.repeat(64),
    revenue_share_pct: 15,
    log_sha256: '2'.repeat(64),
  },
};

/** One simulation, done. */
const simulationHandlers: Handlers['simulation'] = {
  start: async () => simulation,
  status: async () => simulation,
  result: async () => ({ simulation, report: { version: 1 } }),
  list: async () => ({ count: 1, items: [simulation] }),
  async *follow() {
    yield simulation;
  },
};

/** Three changes, oldest first. */
const entries = ['7-1', '7-2', '7-3'].map(
  (revision): ChangeLogEntry => ({
    revision,
    service: 'ym-auction-tier',
    resource_id: 1,
    operation: 'update',
    member_id: 7,
    user: 'ann',
    request_id: 'r',
    created_on: '2026-11-21 08:00:00',
    before: { id: 1, priority: 5 },
    after: { id: 1, priority: 7 },
  }),
);

/** Handlers that keep everything in memory: the router takes any. */
export function createMemoryHandlers(): Handlers {
  return {
    tier: memoryHandlers(tierResource, file.tiers),
    ymProfile: { ...memoryHandlers(ymProfileResource, [file.ym_profile]), ...tierSetHandlers },
    profile: memoryHandlers(profileResource, file.profiles),
    platformMember: memoryHandlers(platformMemberResource),
    member: memoryHandlers(memberResource),
    user: memoryHandlers(userResource),
    apiKey: memoryHandlers(apiKeyResource),
    dma: memoryHandlers(dmaResource),
    country: memoryHandlers(countryResource),
    auction: auctionHandlers,
    changeLog: {
      list: async () => ({ count: 3, start_element: 0, num_elements: 3, items: entries.toReversed() }),
      async *follow(_call, { lastEventId: after }) {
        yield* entries.slice(
          typeof after !== 'string' ? entries.length : entries.findIndex(({ revision }) => revision === after) + 1,
        );
      },
    },
    simulation: simulationHandlers,
    auth: {
      async login(_context, { username, password }) {
        if (username === 'ann' && password === 'correct') return { token: 'a token' };
        throw new ServiceError('not_authenticated', 'wrong username or password');
      },
    },
  };
}

/** A new router over memory. */
export const createMemoryRouter = () => createRouter(createMemoryHandlers());

export const ann: Caller = { userId: 1, username: 'ann', role: 'seller', memberId: 7, scopes };

/** What a door hands over, for this caller, or for why there is none. */
export function contextOf(caller: Context['caller'] = ann, warnings: string[] = []): Context {
  return { caller, requestId: 'r1', warn: (message) => warnings.push(message) };
}
