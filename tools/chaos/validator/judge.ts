import { absent } from '../ledger/ledger.ts';
import { readEntries, readObjects, type SeenTier, versionsOf } from '../ledger/stored.ts';
import type { Traffic } from '../traffic/traffic.ts';
import { requireOk } from '../world/http.ts';
import type { Replica } from '../world/replica.ts';
import { checkChanges, checkOrder, checkVersions } from './acknowledged.ts';
import { compareState, Replay } from './change-log.ts';
import { checkReplicas } from './replicas.ts';
import type { Violation } from './violation.ts';

const partitionCount = 16;
const services = ['ym-auction-tier', 'ym-profile', 'profile', 'member', 'platform-member'];
const followed = new Set(services);

/** Compares everything that a world holds with the ledger, each time that the traffic has ended. */
export class Judge {
  readonly #traffic: Traffic;
  #replays = newReplays();
  #lossCount = 0;
  #told = { failures: 0, torn: 0, stale: 0, wrong: 0 };

  constructor(traffic: Traffic) {
    this.#traffic = traffic;
  }

  /**
   * Every violation since the last time. `fresh`: a replica that was started after the traffic ended; the others may take
   * `catchUpMs` to be equal to it.
   */
  async judge(fresh: Replica, catchUpMs?: number): Promise<readonly Violation[]> {
    const { session } = this.#traffic;
    // Redis may have another history now.
    if (session.ledger.lossCount !== this.#lossCount) this.#replays = newReplays();
    this.#lossCount = session.ledger.lossCount;
    return [
      ...this.#fromTraffic(),
      ...(await this.#checkStored()),
      ...(await this.#checkLists([...session.world.live, fresh])),
      ...(await checkReplicas(session, session.world.live, fresh, catchUpMs)),
    ];
  }

  #fromTraffic(): Violation[] {
    const { auctions, reads, session } = this.#traffic;
    const told = this.#told;
    const violations: Violation[] = [
      ...auctions.failures.slice(told.failures).map((what) => ({ law: 'auctions', what }) as const),
      ...auctions.torn
        .slice(told.torn)
        .map((what) => ({ law: 'auctions', what: `half of an import: ${what}` }) as const),
      ...reads.stale.slice(told.stale).map((one) => ({ law: 'reads', what: JSON.stringify(one) }) as const),
      ...session.wrongAnswers.slice(told.wrong).map((what) => ({ law: 'answers', what }) as const),
    ];
    this.#told = {
      failures: auctions.failures.length,
      torn: auctions.torn.length,
      stale: reads.stale.length,
      wrong: session.wrongAnswers.length,
    };
    return violations;
  }

  /** The hashes and the change streams, as they are in Redis. */
  async #checkStored(): Promise<Violation[]> {
    const { session } = this.#traffic;
    const { ledger, world } = session;
    const violations: Violation[] = [];
    const tiers: SeenTier[] = [];
    for (const [partition, replay] of this.#replays.entries()) {
      const node = await world.topology.primary(partition);
      violations.push(...replay.apply(await readEntries(node, partition, replay.revision + 1)));
      const stored = await readObjects(node, partition, services);
      const made = [...replay.state].filter(([name]) => followed.has(name.split(':')[0] ?? ''));
      violations.push(...compareState(partition, new Map(made), stored));
      for (const [name, fields] of stored) {
        if (name.startsWith('ym-auction-tier:') && fields !== null) tiers.push(fields);
      }
    }
    violations.push(...checkVersions(ledger, this.#versionsOf(tiers), 'the hashes'));
    const replayOf = (memberId: number) => this.#replays[memberId % partitionCount];
    violations.push(
      ...checkChanges(ledger.writes, ({ memberId, requestId }) => replayOf(memberId)?.entriesOf(requestId) ?? []),
    );
    for (const { memberId } of world.sellers) {
      const done = ledger.writes
        .filter((write) => write.outcome === 'acknowledged' && write.memberId === memberId)
        .map((write) => ({ write, revision: replayOf(memberId)?.entriesOf(write.requestId)[0]?.revision ?? 0 }));
      violations.push(...checkOrder(done));
    }
    return violations;
  }

  /** The tiers as each replica lists them. */
  async #checkLists(replicas: readonly Replica[]): Promise<Violation[]> {
    const { session } = this.#traffic;
    const violations: Violation[] = [];
    for (const { name, connections } of replicas) {
      const tiers: SeenTier[] = [];
      for (const { key } of session.world.sellers) {
        const content = requireOk(await connections.ask({ path: '/ym-auction-tier', key }), `the tiers of ${name}`);
        tiers.push(...(content['ym-auction-tiers'] as readonly SeenTier[]));
      }
      violations.push(...checkVersions(session.ledger, this.#versionsOf(tiers), name));
    }
    return violations;
  }

  /** Of the traffic's own tiers only: the demo has some too. */
  #versionsOf(tiers: readonly SeenTier[]) {
    const { session } = this.#traffic;
    const own = new Set([...session.ymProfileIds, ...session.sets.keys()]);
    const versions = versionsOf(
      tiers.filter(({ ym_profile_id: id }) => own.has(Number(id))),
      session.sets,
    );
    return new Map([...versions].filter(([object, version]) => version !== absent || !object.startsWith('set ')));
  }
}

const newReplays = () => Array.from({ length: partitionCount }, (_, partition) => new Replay(partition));
