export { addExperiment, type ExperimentArm, writeAnswer } from './answer-writer.ts';
export { type AuctionDefaults, AuctionReader, type BatchVisitor, toRequest } from './auction-reader.ts';
export type { ParsedAuction } from './fields.gen.ts';
export { type Fragment, fragment, JsonSink } from './json-sink.ts';
export {
  type Decided,
  readDecided,
  readRecordedLine,
  type RecordedLine,
  toDecided,
  writeRecordedLine,
} from './recorded-line.ts';
export { fairShare, isChosen, isUsed, type RecordedAt } from './recorded-share.ts';
