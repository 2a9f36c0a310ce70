/** What the environment says; the only place that reads it. */
export interface Settings {
  /** The API key for `--api`; undefined: taken from the credentials file. */
  readonly apiKey: string | undefined;
  /** The Redis that `--distributed` and `worker` meet at; undefined: none is named. */
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
