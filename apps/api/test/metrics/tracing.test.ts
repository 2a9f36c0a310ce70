import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createYmProfile, expectOk } from '../fixture/demo-tier.ts';
import { readPeople } from '../fixture/instance.ts';
import { createSend } from '../fixture/request.ts';
import { type DemoData, startDemoData } from '../fixture/service.ts';
import { MainProcess } from '../process/main-process.ts';

/** A span as OTLP has it in JSON. */
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}
interface Traces {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

const traceId = '0af7651916cd43dd8448eb211c80319c';
const callerSpanId = 'b7ad6b7169203331';
/** Says on standard error which modules of the exporter and of the traces are loaded. */
const tellLoading = `import { registerHooks } from 'node:module';
registerHooks({ resolve(name, context, next) {
  const found = next(name, context);
  if (/sdk-trace|tracing[.]ts/.test(found.url)) process.stderr.write('loads ' + found.url + '\\n');
  return found;
} });`;
const environment = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(tellLoading)}` };

let data: DemoData;
let collector: Server;
let service: MainProcess;
let spans: Span[];
let endpoint: string;

beforeEach(async () => {
  spans = [];
  collector = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (request.url === '/v1/traces') {
        const { resourceSpans } = JSON.parse(Buffer.concat(pieces).toString()) as Traces;
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => collector.once('listening', resolve));
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  data = await startDemoData();
});
afterEach(async () => {
  await service.stop();
  collector.close();
  await data.close();
});

const keyOf = async () => (await readPeople(data.dataDir)).seller1.api_key;
const attributeOf = (span: Span | undefined, key: string) =>
  Object.values(span?.attributes.find((one) => one.key === key)?.value ?? {})[0];

test('a write is a span in the trace of its caller, with the commands of Redis below it', async () => {
  service = new MainProcess({ ...data.environment, ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, true);
  const url = await service.ready();
  const send = createSend(url, await keyOf());
  const { id } = await createYmProfile(send, { name: 'Traced' });
  const body = { name: 'Traced', ym_profile_id: id, buyer_members: [{ id: 107 }] };
  const headers = { traceparent: `00-${traceId}-${callerSpanId}-01` };
  const write = async () => expectOk(await send('POST', '/ym-auction-tier', { body, headers })).response;
  const { dbg_info } = await write();
  const named = (name: string) => spans.filter((span) => span.traceId === traceId && span.name === name);
  const requests = () => named('POST /ym-auction-tier');
  await expect.poll(() => requests()[0]?.parentSpanId, { timeout: 60_000 }).toBe(callerSpanId);
  const [request] = requests();
  expect(Number(attributeOf(request, 'http.response.status_code'))).toBe(200);
  expect(attributeOf(request, 'http.route')).toBe('/ym-auction-tier');
  expect(attributeOf(request, 'auction_tiers.request_id')).toBe(dbg_info.request_id);
  // Commands that are sent in one turn hang below the first of them, which may be one that the service sends by itself.
  const isBelowRequest = async () => {
    await write();
    const requestIds = new Set(requests().map(({ spanId }) => spanId));
    return named('redis fcall').some(({ parentSpanId }) => requestIds.has(parentSpanId ?? ''));
  };
  await expect.poll(isBelowRequest, { timeout: 60_000 }).toBe(true);
  expect(await service.logged(/loads .*sdk-trace/)).toContain('tracing.ts');
});

const auctionParents = () =>
  spans.filter(({ name }) => name === 'POST /auction').map(({ parentSpanId }) => parentSpanId);

test('an auction is a span where its caller samples it, and none where it does not; health checks are none', async () => {
  service = new MainProcess({ ...data.environment, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, true);
  const url = await service.ready();
  const send = createSend(url, await keyOf());
  const { id: ym_profile_id } = await createYmProfile(send, { name: 'Traced' });
  const run = async (flags: string, spanId: string) =>
    expectOk(
      await send('POST', '/auction', {
        body: { ym_profile_id, bids: [] },
        headers: { traceparent: `00-${traceId}-${spanId}-${flags}` },
      }),
    );
  for (const path of ['/healthz', '/readyz/auctions', '/v1/readyz?x=1']) {
    await fetch(url + path, { headers: { traceparent: `00-${traceId}-${callerSpanId}-01` } });
  }
  await run('00', 'a000000000000001');
  await run('01', 'a000000000000002');
  await expect.poll(auctionParents, { timeout: 60_000 }).toEqual(['a000000000000002']);
  // Health checks would have been sent before it.
  expect(spans.filter(({ name }) => /healthz|readyz|GET/.test(name))).toEqual([]);
});

test('a collector that takes spans and never answers does not hold the end of the service', async () => {
  const { promise: taken, resolve } = Promise.withResolvers<void>();
  collector.removeAllListeners('request').on('request', () => resolve());
  // Without a limit of its own the exporter would wait for as long as this.
  const waits = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_TIMEOUT: '600000' };
  service = new MainProcess({ ...data.environment, ...waits }, true);
  const url = await service.ready();
  expectOk(await createSend(url, await keyOf())('GET', '/dma?id=501'));
  await taken;
  expect(await service.stop()).toMatchObject({ code: 0, signal: null });
  collector.closeAllConnections();
});

test.for([{}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' }])(
  'nothing of it is loaded without its variables: %j',
  async (more) => {
    service = new MainProcess({ ...data.environment, ...environment, ...more }, true);
    const url = await service.ready();
    expectOk(await createSend(url, await keyOf())('GET', '/dma?id=501'));
    expect((await service.stop()).stderr).not.toContain('loads ');
  },
);

test('a wrong sampler is a wrong setting', async () => {
  service = new MainProcess(
    { ...data.environment, OTEL_TRACES_SAMPLER: 'sometimes', OTEL_TRACES_SAMPLER_ARG: '7' },
    true,
  );
  const { code, stderr } = await service.ended;
  expect([code, stderr.match(/OTEL_TRACES_SAMPLER(?:_ARG)? is/g)]).toEqual([
    2,
    ['OTEL_TRACES_SAMPLER is', 'OTEL_TRACES_SAMPLER_ARG is'],
  ]);
});
