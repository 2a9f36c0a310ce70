import type { FeedSource, JsonSource, LogSource } from './source.ts';

/** A piece of a log that can be read by itself, on any machine that has the files. Plain data: JSON carries it. */
export type LogPart = JsonPart | FeedPart;

/** Some lines of one file. */
export interface JsonPart {
  readonly kind: 'json';
  readonly source: JsonSource;
  /** The place of the file in the log, from 1: the seeds of auctions that name none depend on it. */
  readonly fileNumber: number;
  /** Where the first line begins, in bytes; 0 of a packed file, which is one part. */
  readonly startByte: number;
  /** Its number, from 1. */
  readonly firstLine: number;
  /** Where the part ends, behind a line feed; undefined: with the file. */
  readonly endByte?: number;
}

/** Some auctions of a feed: all files are read, and of the auctions every `count`-th is taken. */
export interface FeedPart {
  readonly kind: 'feed';
  readonly sources: readonly FeedSource[];
  readonly index: number;
  readonly count: number;
}

/** A log as few parts as can be: one a file of lines, and one for all files of a feed, whose auctions may lie across. */
export function wholeParts(sources: readonly LogSource[]): LogPart[] {
  const feeds = sources.filter((source): source is FeedSource => source.form !== 'jsonl');
  const files = sources.flatMap((source, at): JsonPart[] =>
    source.form === 'jsonl' ? [{ kind: 'json', source, fileNumber: at + 1, startByte: 0, firstLine: 1 }] : [],
  );
  return feeds.length === 0 ? files : [...files, { kind: 'feed', sources: feeds, index: 0, count: 1 }];
}
