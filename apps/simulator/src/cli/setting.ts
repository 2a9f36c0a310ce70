/** Settings from the environment, which no other file reads. */
export interface Settings {
  /** The API key for `--api`; undefined: taken from the credentials file. */
  readonly apiKey: string | undefined;
  /** The Redis of `--distributed` and `worker`; undefined: not set. */
  readonly redisUrl?: string | undefined;
  /** Whether an error is shown with its stack. */
  readonly showsStacks: boolean;
}

export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const textOf = (name: string) => environment[name] || undefined;
  return {
    apiKey: textOf('AUCTION_TIERS_KEY'),
    redisUrl: textOf('REDIS_URL'),
    showsStacks: environment['DEBUG'] === '1',
  };
}
