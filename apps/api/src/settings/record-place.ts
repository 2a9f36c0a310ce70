import type { PlaceSettings } from '@auction-tiers/recorded';
import type { Settings } from './settings.ts';

/** The settings that say where recorded auctions are stored. */
export type RecordSettings = Pick<
  Settings,
  | 'DATA_DIR'
  | 'RECORD_URL'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_FORCE_PATH_STYLE'
  | 'AWS_ACCESS_KEY_ID'
  | 'AWS_SECRET_ACCESS_KEY'
>;

/** The place where several hosts share recorded auctions; null where this host keeps its own. */
export function placeOf({ DATA_DIR: _own, RECORD_URL, ...access }: RecordSettings): PlaceSettings | null {
  if (RECORD_URL === undefined) return null;
  const { S3_ENDPOINT, S3_REGION, S3_FORCE_PATH_STYLE, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = access;
  return { RECORD_URL, S3_ENDPOINT, S3_REGION, S3_FORCE_PATH_STYLE, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
}
