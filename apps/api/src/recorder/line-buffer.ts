/** In front of each line: member, ym-profile, time of the decision and share as doubles, and the bytes of the line. */
const headBytes = 36;

/** Whose auction a line is, when it was decided (milliseconds since the epoch), and the share recorded at that time. */
export interface LineOwner {
  readonly memberId: number;
  readonly ymProfileId: number;
  readonly timeMs: number;
  readonly share: number;
}

/** Consecutive lines in memory that is passed from thread to thread. */
export class LineBuffer {
  readonly memory: ArrayBuffer;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #end = 0;
  lines = 0;

  constructor(memory: ArrayBuffer) {
    this.memory = memory;
    this.#bytes = new Uint8Array(memory);
    this.#view = new DataView(memory);
  }

  /** Bytes that are in use. */
  get byteCount(): number {
    return this.#end;
  }

  /** Appends a line; false where there is no room for it. */
  add({ memberId, ymProfileId, timeMs, share }: LineOwner, line: Uint8Array): boolean {
    const at = this.#end;
    if (at + headBytes + line.length > this.#bytes.length) return false;
    const view = this.#view;
    view.setFloat64(at, memberId);
    view.setFloat64(at + 8, ymProfileId);
    view.setFloat64(at + 16, timeMs);
    view.setFloat64(at + 24, share);
    view.setUint32(at + 32, line.length);
    this.#bytes.set(line, at + headBytes);
    this.#end = at + headBytes + line.length;
    this.lines++;
    return true;
  }
}

/** Receives the start and end of a line in a buffer. */
export type OnLine = (owner: LineOwner, start: number, end: number) => void;

/** Calls back for every line of a buffer. */
export function forEachLine(memory: ArrayBuffer, byteCount: number, onLine: OnLine): void {
  const view = new DataView(memory);
  for (let at = 0; at < byteCount; ) {
    const start = at + headBytes;
    const end = start + view.getUint32(at + 32);
    const [memberId, ymProfileId] = [view.getFloat64(at), view.getFloat64(at + 8)];
    onLine({ memberId, ymProfileId, timeMs: view.getFloat64(at + 16), share: view.getFloat64(at + 24) }, start, end);
    at = end;
  }
}
