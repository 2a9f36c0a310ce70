import { mkdtemp, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { repository } from '../../workspace/package.ts';
import { serviceFlags } from '../../service/service-flags.ts';
import { type DemoService, startDemoService } from '../publish/demo-service.ts';

const read = (file: string) => readFileSync(join(repository, file), 'utf8');
const deployed = readdirSync(join(repository, 'deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(repository.length + 1));
const compose = read('deploy/compose.yaml');
const rules = read('deploy/prometheus/rules.yml');
const board = read('deploy/grafana-board.json');

let dir: string;
let service: DemoService;
let metrics: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'auction-tiers-deploy-'));
  service = await startDemoService(dir);
  const body = { ym_profile_id: 1, impression: { country: 'US' }, bids: [{ id: 'a', member_id: 107, price: 3 }] };
  const headers = { authorization: service.apiKey, 'content-type': 'application/json' };
  const answer = await fetch(`${service.url}/auction`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  // The age of the oldest change is asked of Redis after the start.
  await vi.waitUntil(async () => {
    metrics = await (await fetch(service.metricsUrl)).text();
    return /^auction_tiers_change_log_oldest_age_seconds[{ ]/m.test(metrics);
  }, 30_000);
});
afterAll(async () => {
  await service.stop();
  await rm(dir, { recursive: true, force: true });
});

/** The names that a query may have: of a histogram those of its parts. */
function readMetricNames(): ReadonlySet<string> {
  const types = [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  );
}

test.for([
  ['rules', rules],
  ['board', board],
] as const)('the service has every metric that the %s name', ([, text]) => {
  const named = [...text.matchAll(/\b(?:auction_tiers|http_server|process|nodejs)_\w+/g)].map(([name]) => name);
  const known = readMetricNames();
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

interface Target {
  readonly expr: string;
}
const boardTargets = () =>
  (
    JSON.parse(board) as { panels: readonly { readonly title: string; readonly targets?: readonly Target[] }[] }
  ).panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));

/** Whether a selector of a query finds something in what one service answers; replicas and jobs are Prometheus' labels. */
function isFound(name: string, labels: string): boolean {
  const wanted = [...labels.matchAll(/(\w+)(=~|!~|=)"([^"]*)"/g)].filter(
    ([, label = '']) => !/^(?:instance|job)$/.test(label),
  );
  return metrics.split('\n').some((line) => {
    if (!line.startsWith(`${name}{`) && !line.startsWith(`${name} `)) return false;
    return wanted.every(([, label, operator, value = '']) => {
      const has = new RegExp(`[{,]${label}="([^"]*)"`).exec(line)?.[1] ?? '';
      return operator === '=' ? has === value : new RegExp(`^(?:${value})$`).test(has) === (operator === '=~');
    });
  });
}

test('panels of a service that has just started are 0 and not empty, and each can be of one replica', () => {
  const targets = boardTargets();
  const empty = targets.filter(({ expr }) => {
    const selectors = [...expr.matchAll(/\b((?:auction_tiers|http_server|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
    return (
      !expr.includes('or on() vector(0)') && !selectors.every(([, name = '', labels = '']) => isFound(name, labels))
    );
  });
  // What RECORD_URL alone brings.
  const known = ['auction_tiers_record_unsealed_bytes'];
  expect(empty.filter(({ expr }) => !known.some((name) => expr.includes(name)))).toEqual([]);
  const ofAll = targets.filter(({ expr }) => !expr.includes('instance=~"$instance"')).map(({ title }) => title);
  expect(ofAll).toEqual(['Replicas that answer', 'Versions']);
  expect(board).toContain('label_values(auction_tiers_build_info, instance)');
});

test('the changelog says of this version what an operator has to do', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  const ofVersion =
    read('CHANGELOG.md')
      .split(/^## /m)
      .find((part) => part.startsWith(version)) ?? '';
  expect(ofVersion).toMatch(/### To do when upgrading\n\n- /);
  expect(read('CHANGELOG.md')).toMatch(/^## Unreleased$/m);
});

test('the memory that sizing gives the unit is the one that the unit names', () => {
  const [, text = ''] = /^#MemoryHigh=(\d+)M$/m.exec(read('deploy/systemd/auction-tiers.service')) ?? [];
  const [, processMb = '', tiersMb = '', mainMb = '', workerMb = '', result = ''] =
    /twice \((\d+) MB and ([\d.]+) MB for each 1,000 tiers\) for each process, (\d+) MB for the main process and (\d+) MB for the worker.*: ([\d,]+) MB/.exec(
      read('docs/runbook.md'),
    ) ?? [];
  expect(Number(tiersMb)).toBeGreaterThan(0);
  const twoProcesses = 2 * 2 * Number(processMb) + Number(mainMb) + Number(workerMb);
  expect(Math.floor(twoProcesses / 100) * 100).toBe(Number(text));
  expect(result.replace(',', '')).toBe(text);
});

test('the board shows every metric of the service', () => {
  const own = [...metrics.matchAll(/^# TYPE (auction_tiers_\S+) /gm)].map(([, name = '']) => name);
  expect(own.length).toBeGreaterThan(10);
  // The board shows how long the longest hold was, which no bucket says.
  const unshown = own.filter((name) => !board.includes(name) && name !== 'auction_tiers_loop_hold_seconds');
  expect(unshown).toEqual([]);
});

test('a single auction has the route that rules and board ask for', () => {
  expect(rules).toContain('route=~"/auction"');
  expect(board).toContain('route=\\"/auction\\"');
  expect(metrics).toMatch(/^http_server_request_duration_seconds_count\{[^}]*route="\/auction"[^}]*\} 1$/m);
});

test('the board has what a board needs: unique panels, and only the data source that its reader chooses', () => {
  interface Panel {
    readonly id: number;
    readonly type: string;
    readonly datasource?: { readonly uid: string };
    readonly targets?: readonly { readonly expr: string }[];
  }
  interface Board {
    readonly uid: string;
    readonly panels: readonly Panel[];
    readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
  }
  const { panels, uid, templating } = JSON.parse(board) as Board;
  expect(uid).toBe('auction-tiers');
  expect(templating.list).toContainEqual(expect.objectContaining({ name: 'source', type: 'datasource' }));
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { type, datasource, targets = [] } of panels.filter((panel) => panel.type !== 'row')) {
    expect([type, datasource?.uid]).toEqual([type, '${source}']);
    expect(targets.every(({ expr }) => expr.length > 0) && targets.length > 0).toBe(true);
  }
});

test('the runbook says what to do at every alert', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  expect(alerts.length).toBeGreaterThan(5);
  const told = new Set([...read('docs/runbook.md').matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name));
  expect(alerts.filter((name) => !told.has(name))).toEqual([]);
});

test('the runbook has every reason that readiness gives', () => {
  const reasons = /troubleText[^{]*\{(.*?)^\};/ms.exec(read('libs/store/src/port/store-error.ts'))?.[1] ?? '';
  // Before a colon: what follows is advice, which the runbook gives itself.
  const texts = [...reasons.matchAll(/'([^']+)'/g)].map(([, text = '']) => text.replace(/:.*/, ''));
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter((text) => !read('docs/runbook.md').includes(`| ${text}`))).toEqual([]);
});

test('the service is given only settings that it has', () => {
  const settings = new Set(
    [...read('apps/api/src/settings/settings.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name),
  );
  expect(settings.has('REDIS_URL')).toBe(true);
  const ofReplicas = compose.slice(compose.indexOf('x-replica:'), compose.indexOf('\nservices:'));
  const given = [
    ...ofReplicas.matchAll(/^ {4}([A-Z][A-Z_]+):/gm),
    ...read('deploy/Dockerfile').matchAll(/(?<=^ENV .*)\b([A-Z][A-Z_]+)=/gm),
    ...read('deploy/systemd/auction-tiers.service').matchAll(/(?<=^Environment=.*)\b([A-Z][A-Z_]+)=/gm),
    ...read('deploy/systemd/example.env').matchAll(/^([A-Z][A-Z_]+)=/gm),
  ].map(([, name = '']) => name);
  expect(given).toContain('REQUIRE_DURABLE');
  const [, trusted] = /^ {4}TRUSTED_PROXIES: (\S+)$/m.exec(compose) ?? [];
  expect(/subnet: (\S+)/.exec(compose)?.[1]).toBe(trusted);
  expect(given.filter((name) => name !== 'NODE_ENV' && !settings.has(name))).toEqual([]);
});

test('what is scraped is where the replicas listen for it, and no address of it is published', () => {
  const port = /METRICS_PORT=(\d+)/.exec(read('deploy/Dockerfile'))?.[1] ?? 'none';
  const scraped = [...read('deploy/prometheus/prometheus.yml').matchAll(/"api-\d:(\d+)"/g)].map(([, one]) => one);
  expect(scraped).toEqual([port, port, port]);
  expect([...compose.matchAll(/ports: \[(.*)\]/g)].map(([, published]) => published)).toEqual([
    '"127.0.0.1:3000:3000"',
    '"127.0.0.1:9090:9090"',
  ]);
  expect(read('deploy/haproxy/haproxy.cfg')).not.toContain(port);
});

test('the service has the same flags of Node everywhere', () => {
  const entry = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(read('deploy/Dockerfile'))?.[1] ?? '') as readonly string[];
  expect(entry.slice(1)).toEqual(serviceFlags);
  expect(read('deploy/systemd/auction-tiers.service')).toMatch(/^ExecStart=\S+\/auction-tiers serve$/m);
  const command = read('deploy/auction-tiers');
  const [, first = ''] = /^exec "\$node" (.*) \$tuning/m.exec(command) ?? [];
  const [, tuning = ''] = /^serve\) .*tuning='(.*)'/m.exec(command) ?? [];
  expect(`${first} ${tuning}`).toBe(serviceFlags.join(' '));
});

test('every image is pinned to a version, and named without a registry', () => {
  const images = [...compose.matchAll(/image: (\S+)/g), ...read('deploy/Dockerfile').matchAll(/^FROM (\S+)/gm)];
  expect(images.length).toBeGreaterThan(5);
  for (const [, image = ''] of images) expect(image).toMatch(/^(?:[a-z-]+\/)?[a-z-]+:v?\d+\.\d+\.\d+(?:-[a-z-]+)?$/);
});

test('no secret and no absolute path of a machine is in the files', () => {
  for (const file of deployed) {
    expect(read(file), file).not.toMatch(/(?:PASSWORD|password)[=:] *(?!\$\{|PASSWORD@|$)[A-Za-z0-9]{6,}/m);
    expect(read(file), file).not.toMatch(/\/(?:home|root|work)\//);
  }
});

test('what stops a replica waits for longer than it takes to drain', () => {
  const drainMs = Number(/DRAIN_MS: \D?(\d+)/.exec(compose)?.[1]);
  const graceS = Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]);
  const stopS = Number(/TimeoutStopSec=(\d+)/.exec(read('deploy/systemd/auction-tiers.service'))?.[1]);
  // After the drain time: a second of notice, ten for requests under way, five for the connections to Redis.
  for (const seconds of [graceS, stopS]) expect(seconds).toBeGreaterThan(drainMs / 1000 + 16);
});
