import type { CountedSecond, ReportBytes, ReportCall, ReportStore, ReportSubject } from '../../port/report-store.ts';
import { StoreUnavailable } from '../../port/store-error.ts';
import { markOf } from '../../report/frame.ts';
import type { FunctionLibrary, RedisLink } from '../connection/link.ts';
import type { Newest } from '../history/newest.ts';
import {
  epochKey,
  partitionPrefix,
  reportKey,
  reportProcessesKey,
  revisionKey,
  sharedPartition,
  toTexts,
} from '../layout/layout.ts';

/** The most entries of the stream of seconds that are read at once: a minute of eight processes. */
const mostSeconds = 480;

interface Parts {
  /** The library of the report's own functions. */
  readonly library: FunctionLibrary<'add' | 'compact'>;
  readonly link: RedisLink;
  readonly newest: Newest;
  readonly partitions: number;
  readonly isCluster: boolean;
}

/** The counts of the live report in Redis, in the layout of LAYOUT.md. */
export class RedisReportStore implements ReportStore {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  // Arrow functions, because a store that opens later passes them on without `this`.
  readonly groupOf: ReportStore['groupOf'] = (memberId) =>
    this.#parts.isCluster ? memberId % this.#parts.partitions : sharedPartition;

  readonly add = async ({
    group,
    process,
    sequence,
    countedToMs,
    isLast,
    parts,
  }: ReportCall): Promise<ReportBytes[] | null> => {
    const keys = [reportProcessesKey(group), epochKey(group)];
    const { epoch } = this.#parts.newest.of(group);
    const args: (string | Buffer)[] = [
      process,
      String(sequence),
      String(countedToMs),
      isLast ? 'ended' : 'open',
      epoch,
    ];
    for (const part of parts) {
      const partition = part.memberId % this.#parts.partitions;
      const { revision } = this.#parts.newest.of(partition);
      keys.push(
        this.#key(part, part.hour),
        this.#key(part, part.day),
        this.#key(part, 'seconds'),
        revisionKey(partition),
      );
      args.push(part.record, part.totals, String(part.hourExpiryMs), String(part.dayExpiryMs), String(revision));
    }
    const reply = await this.#parts.library.call('add', partitionPrefix(group), keys, args);
    const [state, ...bytes] = toTexts(reply);
    if (state === 'repeated') return null;
    if (state !== 'ok') {
      throw new StoreUnavailable('the counts of the report were not added: the database is another one', {
        trouble: 'other_database',
      });
    }
    return parts.map((_, at) => ({ hour: Number(bytes[2 * at]), day: Number(bytes[2 * at + 1]) }));
  };

  readonly read: ReportStore['read'] = async (subject, times) => {
    if (times.length === 0) return [];
    return this.#parts.link.readBuffers(times.map((time) => this.#key(subject, time)));
  };

  readonly lengths: ReportStore['lengths'] = async (subject, times) => {
    const { link } = this.#parts;
    return (await Promise.all(times.map((time) => link.run('STRLEN', this.#key(subject, time))))).map(Number);
  };

  readonly put: ReportStore['put'] = async (subject, time, records, expiryMs) => {
    await this.#parts.link.run('SET', this.#key(subject, time), records, 'PXAT', String(expiryMs));
  };

  readonly compact: ReportStore['compact'] = async (subject, time, read, record) => {
    const prefix = partitionPrefix(subject.memberId % this.#parts.partitions);
    const args = [markOf(read), String(read.length), record];
    return Number(await this.#parts.library.call('compact', prefix, this.#key(subject, time), args)) === 1;
  };

  readonly secondsAfter: ReportStore['secondsAfter'] = async (subject, id) => {
    const reply = await this.#parts.link.run(
      'XRANGE',
      this.#key(subject, 'seconds'),
      `(${id}`,
      '+',
      'COUNT',
      String(mostSeconds),
    );
    return toSeconds(reply);
  };

  readonly lastSecond: ReportStore['lastSecond'] = async (subject) => {
    const reply = await this.#parts.link.run('XREVRANGE', this.#key(subject, 'seconds'), '+', '-', 'COUNT', '1');
    return toSeconds(reply)[0]?.id ?? '0-0';
  };

  readonly processes: ReportStore['processes'] = async () => {
    const values = toTexts(await this.#parts.link.run('HVALS', reportProcessesKey(sharedPartition)));
    return values.map((value) => {
      const [, countedToMs, state] = value.split(' ');
      return { countedToMs: Number(countedToMs), isLast: state === 'ended' };
    });
  };

  #key({ memberId, ymProfileId }: ReportSubject, time: string): string {
    return reportKey(memberId % this.#parts.partitions, memberId, ymProfileId, time);
  }
}

function toSeconds(reply: unknown): CountedSecond[] {
  return (reply as [string, string[]][]).map(([id, [, totals = '']]) => ({ id, totals }));
}
