import { type FeedSource, type JsonSource, type LogSource } from './source.ts';

/** A part of a log, which can be read by itself on any machine that has the files. Plain data: JSON carries it. */
export type LogPart = JsonPart | FeedPart;

/** Some lines of one file. */
export interface JsonPart {
  readonly kind: 'json';
  readonly source: JsonSource;
  /** The place of the file in the log, from 1: the seeds of auctions that name none depend on it. */
  readonly fileNumber: number;
  /** The byte where the first line begins; 0 for a compressed file, which is one part. */
  readonly startByte: number;
  /** The number of the first line, from 1. */
  readonly firstLine: number;
  /** The byte after the last line feed of the part; undefined: the end of the file. */
  readonly endByte?: number;
}

/** One of `count` parts of the auctions of a feed, by hash of their ids. Every part reads all files. */
export interface FeedPart {
  readonly kind: 'feed';
  readonly sources: readonly FeedSource[];
  readonly index: number;
  readonly count: number;
}

/** The fewest parts of a log: one per file of lines, and one for all feed files, because an auction may have rows in several. */
export function wholeParts(sources: readonly LogSource[]): LogPart[] {
  const feeds: FeedSource[] = [];
  const parts: LogPart[] = [];
  for (const [at, source] of sources.entries()) {
    if (source.form === 'jsonl') parts.push({ kind: 'json', source, fileNumber: at + 1, startByte: 0, firstLine: 1 });
    else feeds.push(source);
  }
  return feeds.length === 0 ? parts : [...parts, { kind: 'feed', sources: feeds, index: 0, count: 1 }];
}
