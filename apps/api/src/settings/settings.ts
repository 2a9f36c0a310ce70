import { BlockList, isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { allowed, defaultMemberMebibytes, defaultObjects, defaultRequestsPerMinute } from '@auction-tiers/contract';
import { findDma } from '@auction-tiers/dma-data';
import { parseAddress, quoteAddress, StoreUnusable, withCertificates } from '@auction-tiers/store';
import { missingAccess, readPlaceUrl } from '@auction-tiers/recorded';
import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { traceSettings } from './trace-settings.ts';

const oneOf = <const Word extends string>(words: readonly Word[], said: string) => z.enum(words, allowed(said));
const flag = (initial: '0' | '1') =>
  oneOf(['0', '1'], '0 or 1')
    .default(initial)
    .transform((text) => text === '1');
const upTo = (max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, allowed(`a whole number from 0 to ${max}`))
    .transform(Number)
    .pipe(z.int().max(max, { error: ({ input }) => `is ${String(input)}, allowed: a whole number from 0 to ${max}` }));
const between = (min: number, max: number, initial: number) =>
  upTo(max)
    .pipe(
      z.int().min(min, { error: ({ input }) => `is ${String(input)}, allowed: a whole number from ${min} to ${max}` }),
    )
    .default(initial);
const whole = (max: number, initial: number) => upTo(max).default(initial);

/** A part of a whole. */
const share = z
  .string()
  .regex(/^(?:0?\.\d{1,6}|0|1(?:\.0{1,6})?)$/, allowed('a share from 0 to 1 such as 0.01'))
  .transform(Number);

/** A name or an address of this host. */
const host = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(text),
    allowed('an address or a name such as 127.0.0.1, :: or localhost'),
  );

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const Environment = z.object({
  PORT: whole(65_535, 3000).describe('Port of the service; 0: a free one, which the start prints'),
  HOST: host.default('127.0.0.1').describe('Address that the service listens on'),
  METRICS_PORT: upTo(65_535).optional().describe('Port of `/metrics`; not set: 9464, or a free one where `PORT` is 0'),
  METRICS_HOST: host
    .default('127.0.0.1')
    .describe('Address of `/metrics`. Whoever reaches it may read it: there is no credential'),
  REDIS_URL: z
    .string()
    .regex(/^(rediss?(\+sentinel|\+cluster)?|unix):\/\/./, {
      error: ({ input }) =>
        `is ${quoteAddress(String(input))}, allowed: redis://, redis+sentinel:// or redis+cluster:// with a host, rediss for redis with TLS, or unix:// with a path; user and password percent-encoded`,
      abort: true,
    })
    .superRefine(checkAddress)
    .describe('Redis or Valkey, 7.0 or newer; not set: `npm start` runs one of its own'),
  REDIS_CA_FILE: z
    .string()
    .optional()
    .describe('Certificate of the CA that has signed that of Redis, PEM; not set: the CAs that Node trusts'),
  REDIS_CERT_FILE: z.string().optional().describe('Client certificate for Redis, PEM'),
  REDIS_KEY_FILE: z.string().optional().describe('Its private key, PEM'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .describe('Folder of the own Redis, the first credentials, what is known of the database, and recorded auctions'),
  DEMO: flag('1').describe('Whether demo data is loaded into an empty database'),
  DEMO_DAYS: whole(28, 8).describe(
    'Whole local days of recorded auctions besides today, with their report and history, that the first start makes for the demo; 0: none; from 8 on the report has the five weeks before. `npm start` sets 28, and as many `RECORD_DAYS`',
  ),
  DEMO_TRAFFIC: flag('0').describe(
    'Whether auctions go on arriving for the demo, some four a second. `npm start` sets 1',
  ),
  WORKERS: z
    .string()
    .regex(/^(?:auto|[1-9]\d{0,2})$/, allowed('auto, or a number of processes from 1 to 999'))
    .transform((text) => (text === 'auto' ? availableParallelism() : Number(text)))
    .default(1)
    .describe('Processes that share the address; auto: one per core'),
  DRAIN_MS: whole(600_000, 5000).describe(
    'Milliseconds in which requests go on after SIGTERM while `/readyz` already fails',
  ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(readNetworks)
    .describe(
      "Proxies whose `X-Forwarded-For` names the client, separated by commas. Without it, failed logins through a proxy all count for the proxy's address",
    ),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, ...allowed('a URL such as https://tiers.example.com') })
    .optional()
    .describe('Where people open the page, for the links of alerts; not set: alerts have no links'),
  SMTP_URL: z
    .string()
    .refine((url) => /^smtps?:$/.test(URL.parse(url)?.protocol ?? ''), {
      error: 'is of another form, allowed: a URL such as smtp://user:password@mail.example.com:587, or smtps://',
    })
    .optional()
    .describe('Mail server for alerts; its password is never shown. Not set: no mail is sent'),
  MAIL_FROM: z
    .email(allowed('an address such as tiers@example.com'))
    .optional()
    .describe('Whom mails are from; required with `SMTP_URL`'),
  WEBHOOK_ALLOW: z
    .string()
    .default('')
    .transform(readNetworks)
    .describe(
      'Private and loopback addresses and networks that webhooks may go to, separated by commas: members choose the URLs',
    ),
  REQUIRE_DURABLE: flag('0').describe('Whether a Redis that could lose an acknowledged write is refused'),
  MAX_TIERS_PER_MEMBER: whole(1_000_000, defaultObjects.tiers).describe('Tiers of a member'),
  MAX_YM_PROFILES_PER_MEMBER: whole(1_000_000, defaultObjects.ymProfiles).describe('Ym-profiles of a member'),
  MAX_PROFILES_PER_MEMBER: whole(1_000_000, defaultObjects.profiles).describe('Targeting profiles of a member'),
  MAX_DRAFTS_PER_MEMBER: whole(1_000_000, defaultObjects.drafts).describe('Drafts of a member'),
  MAX_KEYS_PER_USER: whole(1_000_000, defaultObjects.keysPerUser).describe('API keys of a user'),
  MAX_MEMBER_MB: whole(1_000_000, defaultMemberMebibytes.stored).describe(
    'All objects of a member together, MiB of JSON',
  ),
  RATE_LIMIT_READS: whole(1_000_000, defaultRequestsPerMinute.read).describe('Reads per user and minute; 0: no limit'),
  RATE_LIMIT_WRITES: whole(1_000_000, defaultRequestsPerMinute.write).describe(
    'Writes per user and minute; 0: no limit',
  ),
  RATE_LIMIT_WRITE_MB: whole(1_000_000, defaultMemberMebibytes.writtenPerMinute).describe(
    'What a member may write per minute, MiB of JSON; 0: no limit',
  ),
  RATE_LIMIT_AUCTIONS: whole(1_000_000, defaultRequestsPerMinute.auction).describe(
    'Requests for auctions per user and minute; 0: no limit. With a limit each of them is counted in Redis',
  ),
  RATE_LIMIT_AUCTION_WORK: whole(1_000_000_000, 0).describe(
    'Work on auctions per user and minute: bids times the tiers that name their buyers; 0: no limit',
  ),
  CHANGE_LOG_DAYS: whole(36_500, 400).describe(
    'Days after which changes leave the change log, never the newest 10,000 of a partition; 0: all stay',
  ),
  SIMULATION_WORKER: flag('1').describe(
    'Whether the service starts a worker with the first simulation, unless another worker is running. 0: run `npm run simulate -- worker`, on any machine',
  ),
  RECORD_AUCTIONS: share
    .default(0.01)
    .describe('Share of the auctions that is recorded of members that have not set their own; 0: none'),
  RECORD_SHARE_MAX: share
    .optional()
    .describe(
      'Largest share that a member may set as its `record_share`; not set: 1, or 0 where `RECORD_AUCTIONS` is 0',
    ),
  RECORD_DAYS: whole(36_500, 8).describe('Whole local days besides today of which recorded auctions are kept; 0: all'),
  RECORD_MAX_MB: whole(1_000_000_000, 2000).describe(
    'MiB on disk of the recorded auctions of all members, beyond which the oldest go; 0: no limit',
  ),
  RECORD_URL: z
    .string()
    .refine((url) => readPlaceUrl(url) !== undefined, allowed('file:///folder or s3://bucket/prefix'))
    .optional()
    .describe(
      'Where several hosts share their recorded auctions: a folder that all mount, or an S3 bucket; not set: `DATA_DIR`, for one host',
    ),
  RECORD_SEAL_SECONDS: between(1, 3600, 300).describe(
    'Seconds after which recorded auctions are in the shared place at the latest',
  ),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, ...allowed('a URL such as https://s3.example.com') })
    .optional()
    .describe('Address of the S3-compatible store; not set: that of AWS in the region'),
  S3_REGION: z.string().min(1).default('us-east-1').describe('Region of the S3-compatible store'),
  S3_FORCE_PATH_STYLE: flag('1').describe('Whether the bucket is in the path of the address, and not in its host'),
  AWS_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Access key of the S3-compatible store; a role of the instance is not asked for'),
  AWS_SECRET_ACCESS_KEY: z.string().optional().describe('Its secret, which is never shown'),
  INSTALL_REDIS: oneOf(['0', '1'], '0 or 1')
    .optional()
    .describe(
      'Whether `npm start` may install a Redis where it finds none; not set: it asks on a terminal, and installs elsewhere',
    ),
  INACTIVE_DMAS: z
    .string()
    .default('')
    .transform(readMarkets)
    .describe('Markets without geolocation data here, separated by commas: their `active` is false'),
  ...traceSettings,
  AUDIT_LOG: flag('1').describe(
    'Whether log-ins, refused rights, approvals, publishes, restores, experiments, changes of users, keys and members, and admin commands are logged, one line each with `"audit":true`, whatever the level of the log',
  ),
  ACCESS_LOG: flag('0').describe('Whether every request is logged, one line each with `"access":true`'),
  LOG_LEVEL: oneOf(logLevels, logLevels.join(', ')).default('info').describe('Least severity of a line of the log'),
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
  const problems = [...(parsed.success ? [] : problemsOf(parsed.error)), ...misspelt(environment)];
  if (!parsed.success || problems.length > 0) return { ok: false, problems };
  const REDIS_URL = withCertificates(parsed.data.REDIS_URL, parsed.data);
  const certificates = problemOfAddress(REDIS_URL);
  if (certificates !== null) return { ok: false, problems: [certificates] };
  const { PORT: port, METRICS_PORT: metricsPort } = parsed.data;
  if (port !== 0 && port === metricsPort) {
    return { ok: false, problems: [`METRICS_PORT is ${port}, which PORT is as well, allowed: another port`] };
  }
  if (parsed.data.SMTP_URL !== undefined && parsed.data.MAIL_FROM === undefined) {
    return { ok: false, problems: ['MAIL_FROM is not set, and SMTP_URL names a mail server'] };
  }
  const missing = parsed.data.RECORD_URL?.startsWith('s3:') === true ? missingAccess(parsed.data) : [];
  if (missing.length > 0) {
    return { ok: false, problems: missing.map((name) => `${name} is not set, and RECORD_URL names an S3 bucket`) };
  }
  // Where RECORD_AUCTIONS is 0, members may have auctions recorded only if the operator sets RECORD_SHARE_MAX.
  const { RECORD_AUCTIONS, RECORD_SHARE_MAX = RECORD_AUCTIONS === 0 ? 0 : 1 } = parsed.data;
  return { ok: true, settings: { ...parsed.data, REDIS_URL, RECORD_SHARE_MAX } };
}

/** Variables of other programs in this repository; the service does not read them as settings. */
const elsewhere = ['DEBUG', 'NODE_ENV', 'AUCTION_TIERS_KEY', 'AUCTION_TIERS_OWN_REDIS'];

/**
 * Problems for variables named almost like a setting. The environment is full of other programs' variables, so a name
 * counts only if it differs by one or two letters, and never for a short setting, which many names resemble.
 */
function misspelt(environment: Given): readonly string[] {
  const known = [...Object.keys(Environment.shape), ...elsewhere];
  const foreign = Object.keys(environment).filter((name) => !known.includes(name) && !name.startsWith('OTEL_'));
  return foreign.flatMap((name) => {
    const near = closest(name, known);
    const most = near.length < 6 ? 0 : near.length < 8 ? 1 : 2;
    return distance(name, near) <= most ? [`${name} is no setting, allowed: ${near}, which it may be meant to be`] : [];
  });
}

/** A setting in words, for documents. */
interface SettingRow {
  readonly name: string;
  /** Null: not set. */
  readonly initial: string | null;
  readonly allowed: string;
  readonly description: string;
}

/** All settings, as `docs/settings.md` shows them; `allowed` has the words of the error for a wrong value. */
export function settingRows(): SettingRow[] {
  return Object.entries(Environment.shape).map(([name, schema]) => {
    const initial = schema.safeParse(undefined).data;
    const [, said = 'text'] = /allowed: (.*)$/.exec(schema.safeParse('?').error?.issues[0]?.message ?? '') ?? [];
    return { name, initial: initialText(initial), allowed: said, description: schema.description ?? '' };
  });
}

function initialText(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' || typeof value === 'string' ? String(value) : null;
}

/** Reads only the settings that say where an installation's data are, for commands that need no others. */
export function readDataSettings(
  environment: Given,
):
  | { readonly ok: true; readonly settings: Pick<Settings, 'REDIS_URL' | 'DATA_DIR'> }
  | { readonly ok: false; readonly problems: readonly string[] } {
  const names = {
    REDIS_URL: true,
    REDIS_CA_FILE: true,
    REDIS_CERT_FILE: true,
    REDIS_KEY_FILE: true,
    DATA_DIR: true,
  } as const;
  const parsed = Environment.pick(names).safeParse(set(environment));
  if (!parsed.success) return { ok: false, problems: problemsOf(parsed.error) };
  const REDIS_URL = withCertificates(parsed.data.REDIS_URL, parsed.data);
  const problem = problemOfAddress(REDIS_URL);
  return problem === null ? { ok: true, settings: { ...parsed.data, REDIS_URL } } : { ok: false, problems: [problem] };
}

/** Whether errors are printed with their stack traces. */
export const wantsStacks = (environment: Given): boolean => environment['DEBUG'] === '1';

const problemsOf = (error: z.ZodError) => error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);

function readMarkets(text: string, context: z.core.$RefinementCtx): ReadonlySet<number> {
  const names = text.split(',').map((name) => name.trim());
  const ids = names.filter((name) => name !== '').map(Number);
  for (const [index, id] of ids.entries()) {
    if (findDma(id) === undefined) {
      const message = `is ${JSON.stringify(names[index])} in one place, allowed: market area numbers such as 501`;
      context.addIssue({ code: 'custom', message, input: text });
    }
  }
  return new Set(ids);
}

/** What is wrong with the address of a Redis, in the store's words, which show no password. */
function checkAddress(url: string, context: z.core.$RefinementCtx): void {
  const problem = problemOfAddress(url);
  if (problem === null) return;
  const message = `is wrong: ${problem}; user and password are percent-encoded`;
  context.addIssue({ code: 'custom', message, input: url });
}

function problemOfAddress(url: string): string | null {
  try {
    parseAddress(url);
    return null;
  } catch (error) {
    if (!(error instanceof StoreUnusable)) throw error;
    return error.message;
  }
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
