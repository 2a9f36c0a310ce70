import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import type { RequestListener } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Settings } from '../settings/settings.ts';

/** Ended spans are sent after this. */
const sendMs = 1000;
/** The last spans have this long to be sent when the service ends. */
const lastMs = 2000;
const firstServerError = 500;
const healthCheck = /^(?:\/v1)?\/(?:healthz|readyz)(?:[/?]|$)/;

type TraceSettings = Pick<Settings, 'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>;

/** The message about a command on ioredis's diagnostics channel. */
interface CommandMessage {
  readonly command: string;
  span?: Span;
}

/**
 * OpenTelemetry traces: a span for each sampled request, with a span for each of its Redis commands below it. They are
 * sent to a collector over OTLP; the exporter reads its address and headers from the usual variables. Imported only
 * where traces are wanted.
 */
export class Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #routeOf: (url: string | undefined) => string;
  /** The span of the request that is answered. */
  readonly #current = new AsyncLocalStorage<Span>();
  readonly #propagator = new W3CTraceContextPropagator();
  readonly #channel = tracingChannel('ioredis:command');

  /** `routeOf`: the path of the operation that a target names. */
  constructor(settings: TraceSettings, routeOf: (url: string | undefined) => string) {
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': settings.OTEL_SERVICE_NAME }),
      sampler: createSampler(settings),
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: sendMs })],
    });
    this.#tracer = this.#provider.getTracer('auction-tiers');
    this.#routeOf = routeOf;
    this.#channel.start.subscribe(this.#onStart);
    this.#channel.error.subscribe(this.#onError);
    this.#channel.asyncEnd.subscribe(this.#onEnd);
  }

  /**
   * Passes requests on, each (except health checks) in a span that continues the caller's trace. A request without an
   * id gets the span's.
   */
  traced(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { method = '', headers, url = '' } = request;
      // A load balancer asks each second.
      if (healthCheck.test(url)) {
        listener(request, response);
        return;
      }
      const route = this.#routeOf(url);
      const parent = this.#propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
      const attributes = { 'http.request.method': method, 'http.route': route };
      const span = this.#tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
      if (!span.isRecording()) {
        listener(request, response);
        return;
      }
      const { traceId, spanId } = span.spanContext();
      headers['x-request-id'] ??= `${traceId}-${spanId}`;
      span.setAttribute('auction_tiers.request_id', String(headers['x-request-id']));
      response.once('close', () => {
        const { headersSent, statusCode } = response;
        if (headersSent) span.setAttribute('http.response.status_code', statusCode);
        if (!headersSent || statusCode >= firstServerError) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      this.#current.run(span, () => listener(request, response));
    };
  }

  /** Sends what is left, if the collector takes it in time. */
  async close(): Promise<void> {
    this.#channel.start.unsubscribe(this.#onStart);
    this.#channel.error.unsubscribe(this.#onError);
    this.#channel.asyncEnd.unsubscribe(this.#onEnd);
    await Promise.race([
      this.#provider.shutdown().catch(() => undefined),
      setTimeout(lastMs, undefined, { ref: false }),
    ]);
  }

  readonly #onStart = (message: unknown): void => {
    const request = this.#current.getStore();
    if (request === undefined) return;
    const command = message as CommandMessage;
    const name = command.command.toLowerCase();
    const attributes = { 'db.system.name': 'redis', 'db.operation.name': name };
    const options = { kind: SpanKind.CLIENT, attributes };
    command.span = this.#tracer.startSpan(`redis ${name}`, options, trace.setSpan(ROOT_CONTEXT, request));
  };
  readonly #onError = (message: unknown): void =>
    void (message as CommandMessage).span?.setStatus({ code: SpanStatusCode.ERROR });
  readonly #onEnd = (message: unknown): void => (message as CommandMessage).span?.end();
}

function createSampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TraceSettings): Sampler {
  const ofOwn = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root: ofOwn }) : ofOwn;
}
