/** What the environment says; the only place that reads it. */
export interface Settings {
  /** The API key for `--api`; undefined: taken from the credentials file. */
  readonly apiKey: string | undefined;
  /** Whether an error is shown with its stack. */
  readonly showsStacks: boolean;
}

export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const apiKey = environment['AUCTION_TIERS_KEY'];
  return { apiKey: apiKey === '' ? undefined : apiKey, showsStacks: environment['DEBUG'] === '1' };
}
