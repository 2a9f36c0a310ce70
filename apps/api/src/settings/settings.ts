import { BlockList, isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { defaultMemberMebibytes, defaultObjects, defaultRequestsPerMinute } from '@auction-tiers/contract';
import { findDma } from '@auction-tiers/dma-data';
import { quoteAddress } from '@auction-tiers/store';
import { z } from 'zod';
import { traceSettings } from './trace-settings.ts';

const flag = (initial: '0' | '1') =>
  z
    .enum(['0', '1'])
    .default(initial)
    .transform((text) => text === '1');
const upTo = (max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, {
      error: ({ input }) => `is ${JSON.stringify(input)}, allowed: a whole number from 0 to ${max}`,
    })
    .transform(Number)
    .pipe(z.int().max(max, { error: ({ input }) => `is ${String(input)}, allowed: a whole number from 0 to ${max}` }));
const whole = (max: number, initial: number) => upTo(max).default(initial);

/** A part of a whole. */
const share = z
  .string()
  .regex(/^(?:0?\.\d{1,6}|0|1(?:\.0{1,6})?)$/, {
    error: ({ input }) => `is ${JSON.stringify(input)}, allowed: a share from 0 to 1 such as 0.01`,
  })
  .transform(Number);

const Environment = z.object({
  PORT: whole(65_535, 3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: upTo(65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  REDIS_URL: z.string().regex(/^(rediss?|unix|redis\+sentinel|redis\+cluster):\/\/./, {
    error: ({ input }) =>
      `is ${quoteAddress(String(input))}, allowed: redis://, rediss://, redis+sentinel:// or redis+cluster:// with a host, or unix:// with a path`,
  }),
  DATA_DIR: z.string().min(1).default('.data'),
  DEMO: flag('1'),
  DEMO_DAYS: whole(8, 8),
  WORKERS: z
    .string()
    .regex(/^(?:auto|[1-9]\d{0,2})$/, {
      error: ({ input }) => `is ${JSON.stringify(input)}, allowed: auto, or a number of processes from 1 to 999`,
    })
    .transform((text) => (text === 'auto' ? availableParallelism() : Number(text)))
    .default(1),
  DRAIN_MS: whole(600_000, 5000),
  TRUSTED_PROXIES: z.string().default('').transform(readNetworks),
  REQUIRE_DURABLE: flag('0'),
  MAX_TIERS_PER_MEMBER: whole(1_000_000, defaultObjects.tiers),
  MAX_YM_PROFILES_PER_MEMBER: whole(1_000_000, defaultObjects.ymProfiles),
  MAX_PROFILES_PER_MEMBER: whole(1_000_000, defaultObjects.profiles),
  MAX_DRAFTS_PER_MEMBER: whole(1_000_000, defaultObjects.drafts),
  MAX_KEYS_PER_USER: whole(1_000_000, defaultObjects.keysPerUser),
  MAX_MEMBER_MB: whole(1_000_000, defaultMemberMebibytes.stored),
  RATE_LIMIT_READS: whole(1_000_000, defaultRequestsPerMinute.read),
  RATE_LIMIT_WRITES: whole(1_000_000, defaultRequestsPerMinute.write),
  RATE_LIMIT_WRITE_MB: whole(1_000_000, defaultMemberMebibytes.writtenPerMinute),
  RATE_LIMIT_AUCTIONS: whole(1_000_000, defaultRequestsPerMinute.auction),
  RATE_LIMIT_AUCTION_WORK: whole(1_000_000_000, 0),
  CHANGE_LOG_DAYS: whole(36_500, 400),
  SIMULATION_WORKER: flag('1'),
  RECORD_AUCTIONS: share.default(0.01),
  RECORD_SHARE_MAX: share.optional(),
  RECORD_DAYS: whole(36_500, 8),
  RECORD_MAX_MB: whole(1_000_000_000, 2000),
  INACTIVE_DMAS: z.string().default('').transform(readMarkets),
  ...traceSettings,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});
export interface Settings extends z.output<typeof Environment> {
  readonly RECORD_SHARE_MAX: number;
}

export type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly string[] };

type Given = Readonly<Record<string, string | undefined>>;

/** A setting that is empty counts as not set. */
const set = (environment: Given) => Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

/** The only reader of the environment. Every problem is named at once, with the value seen and what is allowed. */
export function readSettings(environment: Given): SettingsResult {
  const parsed = Environment.safeParse(set(environment));
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error) };
  const { PORT: port, METRICS_PORT: metricsPort } = parsed.data;
  if (port !== 0 && port === metricsPort) {
    return { ok: false, problems: [`METRICS_PORT is ${port}, which PORT is as well, allowed: another port`] };
  }
  // Where nothing is recorded, no member has something recorded unless the operator has said so.
  const { RECORD_AUCTIONS, RECORD_SHARE_MAX = RECORD_AUCTIONS === 0 ? 0 : 1 } = parsed.data;
  return { ok: true, settings: { ...parsed.data, RECORD_SHARE_MAX } };
}

/** For commands that need only where an installation's data are. */
export function readDataSettings(
  environment: Given,
):
  | { readonly ok: true; readonly settings: Pick<Settings, 'REDIS_URL' | 'DATA_DIR'> }
  | { readonly ok: false; readonly problems: readonly string[] } {
  const parsed = Environment.pick({ REDIS_URL: true, DATA_DIR: true }).safeParse(set(environment));
  return parsed.success ? { ok: true, settings: parsed.data } : { ok: false, problems: problemsOf(parsed.error) };
}

/** Whether errors are printed with their stack traces. */
export const wantsStacks = (environment: Given): boolean => environment['DEBUG'] === '1';

const problemsOf = (error: z.ZodError) => error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

function readMarkets(text: string, context: z.core.$RefinementCtx): ReadonlySet<number> {
  const names = text.split(',').map((name) => name.trim());
  const ids = names.filter((name) => name !== '').map(Number);
  for (const [place, id] of ids.entries()) {
    if (findDma(id) === undefined) {
      const message = `is ${JSON.stringify(names[place])} in one place, allowed: market area numbers such as 501`;
      context.addIssue({ code: 'custom', message, input: text });
    }
  }
  return new Set(ids);
}

/** Addresses and networks such as 10.0.0.0/8. */
function readNetworks(text: string, context: z.core.$RefinementCtx): BlockList {
  const networks = new BlockList();
  for (const name of text.split(',').map((one) => one.trim())) {
    if (name === '') continue;
    const [address = '', bits, ...rest] = name.split('/');
    const version = isIP(address);
    const most = version === 6 ? 128 : 32;
    if (version === 0 || rest.length > 0 || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most))) {
      const message = `is ${JSON.stringify(name)} in one place, allowed: addresses and networks such as 10.0.0.7 or 10.0.0.0/8`;
      context.addIssue({ code: 'custom', message, input: text });
      continue;
    }
    networks.addSubnet(address, Number(bits ?? most), version === 6 ? 'ipv6' : 'ipv4');
  }
  return networks;
}
