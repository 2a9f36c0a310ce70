import { fileURLToPath } from 'node:url';
import { FolderPlace } from './folder-place.ts';
import type { RecordPlace, S3Access } from './place.ts';
import { S3Place } from './s3-place.ts';

/** The settings of a shared record place. */
export interface PlaceSettings extends S3Access {
  readonly RECORD_URL: string;
}

/** A parsed URL of a place; `path` is a folder, a prefix or a glob. */
export type PlaceUrl =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly path: string };

const s3Pattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

/** Parses `file:///mnt/shared` or `s3://bucket/prefix`; undefined for anything else. */
export function readPlaceUrl(url: string): PlaceUrl | undefined {
  const [, bucket, path = ''] = s3Pattern.exec(url) ?? [];
  if (bucket !== undefined) return { kind: 's3', bucket, path };
  if (!url.startsWith('file:///') || !URL.canParse(url)) return undefined;
  return { kind: 'folder', path: fileURLToPath(url) };
}

/** Opens a shared place. Throws a `TypeError` for an invalid URL, and if the credentials of an S3 store are missing. */
export function openPlace({ RECORD_URL: url, ...access }: PlaceSettings): RecordPlace {
  const place = readPlaceUrl(url);
  if (place === undefined) throw new TypeError(`${url} is neither file:///folder nor s3://bucket/prefix`);
  if (place.kind === 'folder') return new FolderPlace(place.path, true);
  return new S3Place(place.bucket, place.path.replace(/\/+$/, ''), access);
}

/** The settings that are missing to reach an S3 store; empty: none. */
export function missingAccess(access: S3Access): readonly string[] {
  const needed = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;
  return needed.filter((name) => access[name] === undefined);
}
