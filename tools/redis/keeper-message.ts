/** What a keeper is asked to do, as JSON in its first argument. */
export type KeeperRequest = {
  readonly server: string;
  readonly folder: string;
  readonly port: number | undefined;
  readonly durable: boolean;
};

/** What a keeper says: `ready` or `failed` first, `ended` when a Redis that was ready is gone. */
export type KeeperReport =
  | {
      readonly kind: 'ready';
      readonly port: number;
      readonly password: string;
      readonly pid: number;
      readonly hadLeftover: boolean;
    }
  | { readonly kind: 'failed'; readonly issue: string }
  | { readonly kind: 'ended'; readonly reason: string };
