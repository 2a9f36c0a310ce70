export { coverOf, type HourCover } from './cover.ts';
export { FolderPlace } from './folder-place.ts';
export { packFrame, readFrameTotal, type FrameTotal } from './frame.ts';
export { type Frame, type PackedFrames, readFrames } from './line/frame-note.ts';
export { missingAccess, openPlace, type PlaceSettings, readPlaceUrl } from './open-place.ts';
export type { PlacedObject, RecordPlace, S3Access } from './place.ts';
export type { RecordedAuction } from './line/usual-line.ts';
export { readRecordedAuctions } from './read-auctions.ts';
export { type Hours, RecordedAuctions, type Segment } from './recorded-auctions.ts';
export { S3Place } from './s3-place.ts';
export {
  hourMs,
  hourName,
  ownFolder,
  readSegmentName,
  recordedFolder,
  type Seal,
  sealedName,
  type SegmentName,
  segmentName,
  segmentPrefix,
  startOfHour,
} from './segment.ts';
export { type Decider, deciderKey, deciderOf, liveArmOf, whoDecided } from './who-decided.ts';
export { UnreadableEnd, wholeFrames, type WholeFrames } from './whole-frames.ts';
