/** In front of each line: member, ym-profile and time of the decision as doubles, and the bytes of the line. */
const headBytes = 28;

/** Whose auction a line is, and when it was decided, milliseconds since the epoch. */
export interface LineOwner {
  readonly memberId: number;
  readonly ymProfileId: number;
  readonly timeMs: number;
}

/** Lines one behind the other in memory that is passed from thread to thread. */
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
  add({ memberId, ymProfileId, timeMs }: LineOwner, line: Uint8Array): boolean {
    const at = this.#end;
    if (at + headBytes + line.length > this.#bytes.length) return false;
    const view = this.#view;
    view.setFloat64(at, memberId);
    view.setFloat64(at + 8, ymProfileId);
    view.setFloat64(at + 16, timeMs);
    view.setUint32(at + 24, line.length);
    this.#bytes.set(line, at + headBytes);
    this.#end = at + headBytes + line.length;
    this.lines++;
    return true;
  }
}

/** Receives where a line stands in a buffer. */
export type OnLine = (memberId: number, ymProfileId: number, timeMs: number, start: number, end: number) => void;

/** Calls back for every line of a buffer. */
export function forEachLine(memory: ArrayBuffer, byteCount: number, onLine: OnLine): void {
  const view = new DataView(memory);
  for (let at = 0; at < byteCount; ) {
    const start = at + headBytes;
    const end = start + view.getUint32(at + 24);
    onLine(view.getFloat64(at), view.getFloat64(at + 8), view.getFloat64(at + 16), start, end);
    at = end;
  }
}
