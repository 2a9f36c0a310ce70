import { type Client, type ClientOptions, createClient, type RetryOptions } from '@auction-tiers/client';
import { apiKey, type TestService } from './service.ts';

type Given = Partial<Omit<ClientOptions, 'retry'>> & { readonly retry?: Partial<RetryOptions> };

export interface PatientClient {
  readonly client: Client;
  /** Milliseconds of every wait, in order. None takes any time. */
  readonly waits: readonly number[];
}

/** A client with a good key whose waits are noted, and drawn as short as they may be. */
export function openPatient({ url }: Pick<TestService, 'url'>, { retry, ...given }: Given = {}): PatientClient {
  const waits: number[] = [];
  const wait = (ms: number) => {
    waits.push(ms);
    return Promise.resolve();
  };
  return { waits, client: createClient({ url, apiKey, retry: { wait, random: () => 0, ...retry }, ...given }) };
}
