import { allowed } from '@auction-tiers/contract';
import { z } from 'zod';

const samplers = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);

/** One of some words. */
const word = (words: readonly string[]) => z.string().refine((text) => words.includes(text), allowed(words.join(', ')));

/**
 * The OpenTelemetry variables that decide whether there are traces, and which. The exporter itself reads the variables
 * of its connection to the collector: headers, certificates, timeouts.
 */
export const traceSettings = {
  OTEL_SDK_DISABLED: z
    .string()
    .default('')
    .transform((text) => text.toLowerCase() === 'true')
    .describe('`true`: no traces, whatever the other variables say'),
  OTEL_TRACES_EXPORTER: word(['otlp', 'none'])
    .optional()
    .describe('`otlp`: traces are sent, also where no endpoint is named'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .optional()
    .describe('Address of a collector, such as http://127.0.0.1:4318; not set: no traces'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .string()
    .optional()
    .describe('Address of a collector for traces alone, with its path'),
  OTEL_SERVICE_NAME: z.string().default('auction-tiers').describe('Name of the service in its spans'),
  OTEL_TRACES_SAMPLER: word(samplers).default('parentbased_always_on').describe('Which requests are sampled'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine((text) => text.trim() !== '' && Number(text) >= 0 && Number(text) <= 1, allowed('a number from 0 to 1'))
    .transform(Number)
    .default(1)
    .describe('Share of the sampler `traceidratio`'),
};

/** Whether traces are sent: a collector or the exporter `otlp` is set, and no variable disables traces. */
export const wantsTraces = (settings: {
  readonly OTEL_SDK_DISABLED: boolean;
  readonly OTEL_TRACES_EXPORTER?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
}): boolean => {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  if (settings.OTEL_SDK_DISABLED || exporter === 'none') return false;
  return exporter === 'otlp' || endpoint !== undefined || settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== undefined;
};
