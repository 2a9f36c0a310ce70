import { withCertificates } from '@auction-tiers/store';
import type { PlaceSettings, S3Access } from '@auction-tiers/recorded';

/** Settings from the environment, which no other file reads. */
export interface Settings {
  /** The API key for `--api`; undefined: taken from the credentials file. */
  readonly apiKey: string | undefined;
  /** The folder of the service, whose credentials have that key. */
  readonly dataDir: string;
  /** The Redis of `--distributed` and `worker`; undefined: not set. */
  readonly redisUrl?: string | undefined;
  /** The place of the recorded auctions that hosts share; undefined: not set. */
  readonly place?: PlaceSettings | undefined;
  /** For logs in an S3-compatible store. */
  readonly access?: S3Access;
  /** Whether an error is shown with its stack. */
  readonly showsStacks: boolean;
}

export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const textOf = (name: string) => environment[name] || undefined;
  const access: S3Access = {
    S3_ENDPOINT: textOf('S3_ENDPOINT'),
    S3_REGION: textOf('S3_REGION'),
    S3_FORCE_PATH_STYLE: textOf('S3_FORCE_PATH_STYLE') !== '0',
    AWS_ACCESS_KEY_ID: textOf('AWS_ACCESS_KEY_ID'),
    AWS_SECRET_ACCESS_KEY: textOf('AWS_SECRET_ACCESS_KEY'),
  };
  const [url, redisUrl] = [textOf('RECORD_URL'), textOf('REDIS_URL')];
  return {
    apiKey: textOf('AUCTION_TIERS_KEY'),
    dataDir: textOf('DATA_DIR') ?? '.data',
    redisUrl: redisUrl && withCertificates(redisUrl, environment),
    place: url === undefined ? undefined : { RECORD_URL: url, ...access },
    access,
    showsStacks: environment['DEBUG'] === '1',
  };
}
