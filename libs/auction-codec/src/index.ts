export { writeAnswer } from './answer-writer.ts';
export { AuctionReader, type BatchVisitor } from './auction-reader.ts';
export { JsonSink } from './json-sink.ts';
export { type Piece, piece } from './piece.ts';
export { type SentAuction, type SilentDefaults, toRequest } from './sent-auction.ts';
