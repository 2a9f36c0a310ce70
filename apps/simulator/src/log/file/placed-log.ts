import { mkdir, open, readFile } from 'node:fs/promises';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { fairShare } from '@auction-tiers/auction-codec';
import {
  missingAccess,
  openPlace,
  type PlacedObject,
  type PlaceSettings,
  readPlaceUrl,
  readSegmentName,
  type RecordPlace,
  type S3Access,
} from '@auction-tiers/recorded';
import { exitCode, Failure, messageOf, wrongUsage } from '../../cli/failure.ts';
import type { JsonSource } from './source.ts';

const pieceBytes = 8 * 1024 * 1024;

/** Whether a log is named by an address and not by a path. */
export const isPlaced = (pattern: string): boolean => /^(?:s3|file):\/\//.test(pattern);

/** An object of a log. */
export interface PlacedFile extends PlacedObject {
  /** The address of the folder or prefix that it was found below. */
  readonly base: string;
}

export const addressOf = ({ base, key }: PlacedFile): string => `${base}/${key}`;

/**
 * Opens a shared place. Throws a `Failure` for a URL that is none, or without the access that it needs. `name`: the
 * option or setting that gave the URL, for messages.
 */
export function openPlaceOf(settings: PlaceSettings, name: string): RecordPlace {
  const { RECORD_URL: url } = settings;
  if (readPlaceUrl(url) === undefined) {
    throw wrongUsage(`${name} is ${JSON.stringify(url)}, allowed: file:///folder or s3://bucket/prefix.`);
  }
  const missing = url.startsWith('s3:') ? missingAccess(settings) : [];
  if (missing.length > 0) throw wrongUsage(`${missing.join(' and ')} must be set to read ${url}.`);
  return openPlace(settings);
}

/**
 * The objects that match an address with a pattern, by key: `s3://bucket/prefix/2026-11-2*` are those below the prefix
 * whose path, or whose name in any folder, matches. `option`: what gave it. Throws a `Failure` where there are none.
 */
export async function findPlaced(pattern: string, access: S3Access, option = '--in'): Promise<PlacedFile[]> {
  const wild = pattern.search(/[*?[{]/);
  const slash = pattern.lastIndexOf('/', wild < 0 ? pattern.length : wild);
  const [base, rest] = [pattern.slice(0, slash), pattern.slice(slash + 1)];
  const place = openPlaceOf({ RECORD_URL: base, ...access }, option);
  const found: PlacedFile[] = [];
  try {
    for await (const object of place.list('')) {
      const isIn = matchesGlob(object.key, rest) || matchesGlob(object.key, `**/${rest}`);
      if (isIn) found.push({ ...object, base });
    }
  } catch (error) {
    throw new Failure(exitCode.found, `${base} cannot be read: ${messageOf(error)}.`, error);
  }
  if (found.length === 0) throw wrongUsage(`${option}: nothing in ${base} matches ${rest}.`);
  return found;
}

/** Copies an object into a folder, and gives the path there. Throws a `Failure` where it has not as many bytes. */
export async function fetchPlaced(placed: PlacedFile, access: S3Access, folder: string): Promise<string> {
  const { base, key, bytes } = placed;
  const path = join(folder, key);
  await mkdir(dirname(path), { recursive: true });
  const place = openPlaceOf({ RECORD_URL: base, ...access }, 'A log');
  const file = await open(path, 'wx', 0o600);
  try {
    for (let at = 0; at < bytes; ) {
      const piece = await place.read(key, at, Math.min(at + pieceBytes, bytes));
      if (piece === undefined || piece.length === 0) throw new Error('it is gone, or ends before');
      await file.write(piece);
      at += piece.length;
    }
  } catch (error) {
    throw new Failure(exitCode.found, `${addressOf(placed)} cannot be read: ${messageOf(error)}.`, error);
  } finally {
    await file.close();
  }
  return path;
}

/** Stores a file at an address. Throws a `Failure` where that cannot be done. */
export async function putPlaced(address: string, path: string, access: S3Access): Promise<void> {
  const slash = address.lastIndexOf('/');
  const place = openPlaceOf({ RECORD_URL: address.slice(0, slash), ...access }, '--out');
  try {
    await place.put(address.slice(slash + 1), await readFile(path));
  } catch (error) {
    throw new Failure(exitCode.found, `--out: ${address} cannot be written: ${messageOf(error)}.`, error);
  }
}

/**
 * The sources of sealed segments, found by their names alone. Throws a `Failure` for another object, because only its
 * content tells its form.
 */
export function sealedSources(files: readonly PlacedFile[]): JsonSource[] {
  const seals = files.map((file) => {
    const seal = readSegmentName(basename(file.key))?.seal;
    if (seal) return { share: seal.share, auctions: seal.lines };
    const what = `${addressOf(file)} is no sealed hour of recorded auctions, which --distributed reads from a store`;
    throw wrongUsage(`${what}; leave out --distributed, or copy it to every machine.`);
  });
  const share = new Set(seals.map((seal) => seal.share)).size < 2 ? {} : { fairShare: fairShare(seals) };
  return files.map((file) => ({ file: addressOf(file), form: 'jsonl', compression: 'recorded zstd', ...share }));
}
