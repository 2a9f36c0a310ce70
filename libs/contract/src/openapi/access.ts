import { Login } from '../operation/operations.ts';
import { envelope, exampleAnswer } from './envelope.ts';
import { type Json, objectOf, ref } from './json.ts';
import { jsonContent, type Words } from './operation.ts';
import { toJsonSchema } from './to-json-schema.ts';

export const accessSchemas = (): Json => ({
  Login: toJsonSchema(Login, 'input'),
  Token: envelope({ token: { type: 'string', description: 'Send it as the header Authorization' } }),
});

/** The password of the demo is drawn at its first start. */
const credentials = { username: 'demo-seller-1', password: '<password>' };

/** The words for logging in, by method and path. */
export const accessWords: Readonly<Record<string, Words>> = {
  'POST /auth': {
    id: 'login',
    tag: 'auth',
    summary: 'Exchange a username and password for a token',
    description: 'A token is valid for 2 hours after its last use, and 24 hours at most.',
    bodyFields: { schema: 'Login' },
    body: jsonContent({ oneOf: [objectOf({ auth: ref('Login') }), ref('Login')] }, { wrapped: { auth: credentials } }),
    answer: jsonContent(ref('Token'), {
      wrapped: exampleAnswer(null, { token: 'att_9uT0hYpS7bV1mQxRfE2wLcJdN6aGiK4oB8sXtZk3UeM' }),
    }),
    errors: [401],
  },
};

const readiness = objectOf({
  status: { enum: ['ready', 'degraded'], description: '`degraded`: Redis is out of reach; auctions go on' },
  snapshot_age_ms: { type: 'number', minimum: 0, description: 'How old the objects in memory are, milliseconds' },
  revisions: { type: 'array', items: { type: 'string' }, description: 'The states of the stored objects in memory' },
});

/** What a load balancer asks: no envelope, no credentials, no error. */
function health(id: string, summary: string, schema: Json, example: unknown): Json {
  const answer = { description: 'Done', content: jsonContent(schema, { answer: example }) };
  return { get: { operationId: id, tags: ['health'], summary, security: [], responses: { 200: answer } } };
}

/** The paths that express serves beside the operations. */
export const healthPaths: Json = {
  '/healthz': health(
    'health',
    'Whether the process is alive',
    objectOf({ status: { const: 'alive', description: 'The process answers' } }),
    {
      status: 'alive',
    },
  ),
  '/readyz': health('readiness', 'Whether the service does all of its work, or only what needs no Redis', readiness, {
    status: 'ready',
    snapshot_age_ms: 12,
    revisions: ['1-42'],
  }),
};
