export { writeAnswer } from './answer-writer.ts';
export { AuctionReader, type BatchVisitor } from './auction-reader.ts';
export { type Fragment, fragment } from './fragment.ts';
export { JsonSink } from './json-sink.ts';
export { type AuctionDefaults, type ParsedAuction, toRequest } from './parsed-auction.ts';
