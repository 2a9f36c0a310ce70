export { type Frame, packFrame, type PackedFrames, readFrames, readFrameTotal, type FrameTotal } from './frame.ts';
export {
  findSegments,
  hourMs,
  recordedFolder,
  readSegmentName,
  type Segment,
  segmentName,
  startOfHour,
} from './segment.ts';
export { UnreadableEnd, wholeFrames, type WholeFrames } from './whole-frames.ts';
