import { duties, type Duty, dutyWords } from '../operation/duty.ts';
import { Login } from '../operation/operations.ts';
import { envelope } from './envelope.ts';
import { type Json, objectOf, ref } from './json.ts';
import { jsonContent, type Shown } from './operation.ts';
import { components } from './to-json-schema.ts';

export const accessSchemas = (): Json => ({
  ...components({ Login }, 'input'),
  DutyState,
  Readiness,
  Token: envelope({ token: { type: 'string', description: 'Send it as the header Authorization' } }),
});

/** The password of the demo is drawn at its first start. */
const credentials = { username: 'demo-seller-1', password: '<password>' };

/** Examples of bodies and answers, by operation. */
export const accessShown: Readonly<Record<string, Shown>> = {
  login: {
    body: jsonContent({ oneOf: [objectOf({ auth: ref('Login') }), ref('Login')] }, { wrapped: { auth: credentials } }),
    answer: jsonContent(ref('Token')),
  },
  logout: { answer: jsonContent(envelope({})) },
};

const DutyState = objectOf({
  ready: { type: 'boolean', description: 'Whether the service does this now' },
  why: { type: 'array', items: { type: 'string' }, description: 'Each reason why it is not ready' },
});

const problem: Json = { type: 'string', description: 'Why, without any stored value' };
/** The first elements of a possibly long list, and the number of all elements. */
const firstOf = (element: Json, description: string): Json => ({
  ...objectOf({
    count: { type: 'integer', minimum: 0, description: 'How many there are' },
    first: { type: 'array', items: element, description: 'The first hundred' },
  }),
  description,
});

/** Stored objects that the service cannot use. */
const unusedFields = {
  objects_kept_out: firstOf(
    objectOf({
      service: {
        type: 'string',
        description: 'Service of the object, or an unreadable partition of the store',
      },
      id: { type: ['integer', 'null'], description: 'Id of the object; null: all objects of the service' },
      problem,
    }),
    'Stored objects that this version cannot read',
  ),
  ym_profiles_held_back: firstOf(
    objectOf({ id: { type: 'integer', description: 'Id of the ym-profile' }, problem }),
    'The ym-profiles whose auctions are decided by the tiers of an earlier revision, or not at all',
  ),
  damaged_counts: firstOf(
    objectOf({
      ym_profile_id: { type: 'integer', description: 'Id of the ym-profile' },
      time: { type: 'string', description: 'The hour, day or phase of an experiment' },
      problem,
    }),
    'Stored counts that cannot be read: reports lack them',
  ),
};

/** Attributes that are present only where they apply. */
const sometimes = {
  clock_off: { type: 'string', description: "What is wrong with this host's clock" },
  redis_refuses: { type: 'array', items: { type: 'string' }, description: 'Rights that Redis refuses to the service' },
  record_unsealed_bytes: {
    type: ['integer', 'null'],
    description: 'With RECORD_URL: recorded bytes on this host that are not in the shared place yet',
  },
};

/** The readiness of all duties, or of one. */
const Readiness: Json = {
  description: 'Whether the service does its work, and the age of its data',
  ...objectOf(
    {
      status: {
        enum: ['ready', 'degraded', 'unavailable'],
        description: '`degraded`: some of the states are ready; `unavailable`: none is',
      },
      states: {
        ...objectOf(
          Object.fromEntries(duties.map((duty) => [duty, { ...ref('DutyState'), description: dutyWords[duty] }])),
          duties,
        ),
        description: 'Each duty that was asked for',
      },
      snapshot_age_ms: { type: 'number', minimum: 0, description: 'How old the objects in memory are, milliseconds' },
      clock_off_ms: {
        type: ['integer', 'null'],
        description: "How far this host's clock is ahead of that of Redis, milliseconds; null: not known yet",
      },
      revisions: {
        type: 'array',
        items: { type: 'string' },
        description: 'The states of the stored objects in memory',
      },
      oldest_change: {
        type: ['string', 'null'],
        format: 'date-time',
        description: 'When the oldest change of the change log was made; null: there is none, or it is not known yet',
      },
      ...unusedFields,
      ...sometimes,
    },
    Object.keys(sometimes),
  ),
};

/** A health check for load balancers: no envelope, no credentials. */
const health = (id: string, summary: string, responses: Json): Json => ({
  get: { operationId: id, tags: ['health'], summary, security: [], responses },
});

const readyState = { ready: true, why: [] };
const unreadyState = { ready: false, why: ['Redis is out of reach'] };

function readinessOf(id: string, summary: string, asked: readonly Duty[]): Json {
  const answer = (description: string, status: string, stateOf: (duty: Duty) => object) => ({
    description,
    content: jsonContent(ref('Readiness'), {
      answer: {
        status,
        states: Object.fromEntries(asked.map((duty) => [duty, stateOf(duty)])),
        snapshot_age_ms: 12,
        clock_off_ms: 0,
        revisions: ['1-42'],
        oldest_change: null,
        objects_kept_out: { count: 0, first: [] },
        ym_profiles_held_back: { count: 0, first: [] },
        damaged_counts: { count: 0, first: [] },
      },
    }),
  });
  const status = asked.length === 1 ? 'unavailable' : 'degraded';
  return health(id, summary, {
    200: answer('Ready', 'ready', () => readyState),
    503: answer('Not ready, and why', status, (duty) =>
      duty === 'auctions' && asked.length > 1 ? readyState : unreadyState,
    ),
  });
}

/** The paths that express serves besides the operations. */
export const healthPaths: Json = {
  '/healthz': health('health', 'Whether the process is alive', {
    200: {
      description: 'Done',
      content: jsonContent(objectOf({ status: { const: 'alive', description: 'The process answers' } }), {
        answer: { status: 'alive' },
      }),
    },
  }),
  '/readyz': readinessOf('readiness', 'Whether the service does all of its work', duties),
  '/readyz/auctions': readinessOf('readinessForAuctions', 'Whether the service decides auctions', ['auctions']),
  '/readyz/reads': readinessOf('readinessForReads', 'Whether the service answers reads of stored objects', ['reads']),
  '/readyz/writes': readinessOf('readinessForWrites', 'Whether the service accepts writes of stored objects', [
    'writes',
  ]),
};
