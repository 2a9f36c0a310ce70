const newline = 10;

/** Takes lines one by one. */
export interface LineVisitor {
  line(bytes: Buffer, start: number, end: number): void;
  tooLong(): void;
}

/** Finds the lines in pieces of text, of which a line may take several. Of a line that is too long nothing is kept. */
export class Lines {
  readonly #maxBytes: number;
  readonly #visitor: LineVisitor;
  /** The line that has begun. */
  #parts: Buffer[] = [];
  #length = 0;

  constructor(maxBytes: number, visitor: LineVisitor) {
    this.#maxBytes = maxBytes;
    this.#visitor = visitor;
  }

  add(piece: Buffer): void {
    let start = 0;
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
      if (this.#length === 0 && end - start <= this.#maxBytes) this.#visitor.line(piece, start, end);
      else {
        this.#keep(piece.subarray(start, end));
        this.#visit();
      }
      start = end + 1;
    }
    if (start < piece.length) this.#keep(piece.subarray(start));
  }

  /** The last line may lack its end. */
  end(): void {
    if (this.#length > 0) this.#visit();
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length <= this.#maxBytes) this.#parts.push(part);
    else this.#parts = [];
  }

  #visit(): void {
    if (this.#length > this.#maxBytes) this.#visitor.tooLong();
    else {
      const line = Buffer.concat(this.#parts);
      this.#visitor.line(line, 0, line.length);
    }
    this.#parts = [];
    this.#length = 0;
  }
}
