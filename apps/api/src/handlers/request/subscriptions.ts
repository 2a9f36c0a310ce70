import { type Caller, maxSubscriptionsPerUser, ServiceError } from '@auction-tiers/contract';

/** The subscriptions that are open in this process, by user: each keeps a connection and is woken by every change. */
export class Subscriptions {
  readonly #open = new Map<number, number>();

  /** Counts a subscription until the function that it gives is called. Throws `limit` where the user has too many. */
  open({ userId, username }: Caller): () => void {
    const count = this.#open.get(userId) ?? 0;
    if (count >= maxSubscriptionsPerUser) {
      const message = `a user may have ${maxSubscriptionsPerUser} subscriptions open, and ${username} has as many; end one of them`;
      throw new ServiceError('limit', message);
    }
    this.#open.set(userId, count + 1);
    return () => this.#close(userId);
  }

  #close(userId: number): void {
    const count = (this.#open.get(userId) ?? 1) - 1;
    if (count === 0) this.#open.delete(userId);
    else this.#open.set(userId, count);
  }
}
