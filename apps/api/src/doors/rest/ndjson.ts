import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CallContext, invalid } from '@auction-tiers/contract';
import express from 'express';
import type { OpenCaller } from '../../auth/open-callers.ts';
import { toBatchError } from '../../handlers/auction/auction.ts';
import { type BatchItem, isPrepared } from '../../handlers/auction/prepared.ts';
import { breathe } from '../../loop/breathe.ts';
import type { ByteAuctions } from '../http/byte-auctions.ts';
import { linesType } from '../http/request.ts';

/** One line, and so one auction, may be this long. */
const maxLineBytes = 1024 * 1024;
/** A stream without traffic for this long is closed. */
const idleMs = 300_000;

/** Whether a request's body is lines of JSON. */
export const isLines = (request: IncomingMessage): boolean => express.request.is.call(request, linesType) === linesType;

interface StreamDeps {
  readonly call: CallContext;
  readonly caller: OpenCaller;
  readonly auctions: ByteAuctions;
  /** Answers with an error in place of the stream. */
  readonly fail: (error: unknown) => void;
}

/**
 * One body per line in, one auction per line out, in order. What arrives together is answered together; reading waits
 * while the client does not take its answers. Once the caller's credential is refused, the stream ends with the error.
 */
export async function streamAuctions(
  request: IncomingMessage,
  response: ServerResponse,
  { call, caller, auctions, fail }: StreamDeps,
): Promise<void> {
  request.setTimeout(idleMs, () => request.destroy());
  response.setHeader('content-type', linesType);
  const items: BatchItem[] = [];
  const lines = new Lines(maxLineBytes, {
    line(bytes, start, end) {
      const item = auctions.readLine(call, bytes, start, end);
      if (item !== undefined) items.push(item);
    },
    tooLong: () =>
      items.push(toBatchError(invalid([{ path: '', message: `the line is longer than ${maxLineBytes} bytes` }]))),
  });
  /** Answers the lines that have arrived. False where reading must wait until the client takes its answers. */
  const answer = async (): Promise<boolean> => {
    const answers = await answerLines(auctions, call, items.splice(0));
    // Where the stream has ended with an error meanwhile, nothing may follow it.
    return answers.length === 0 || caller.refused.aborted || response.write(answers);
  };
  caller.refused.addEventListener('abort', () => {
    if (!response.headersSent) {
      fail(caller.refused.reason);
      return;
    }
    response.end(auctions.take(auctions.wrongLine(caller.refused.reason, 0)));
  });
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (response.destroyed) return;
    await caller.use();
    // What the client still sends is read, so that it gets to see the error, and dropped.
    if (caller.refused.aborted) continue;
    lines.add(chunk);
    if (!(await answer())) await roomOrEnd(response);
  }
  if (caller.refused.aborted) return;
  lines.end();
  await answer();
  if (!caller.refused.aborted) response.end();
}

/** The answers to lines that have arrived together. */
async function answerLines(auctions: ByteAuctions, call: CallContext, items: readonly BatchItem[]): Promise<Buffer> {
  const { work } = auctions;
  const runnable = items.filter(isPrepared);
  let answered = items;
  if (work.isCounted) {
    try {
      await work.count(call, runnable);
    } catch (error) {
      const refused = toBatchError(error);
      answered = items.map((item) => (isPrepared(item) ? refused : item));
    }
  }
  const parts: Buffer[] = [];
  let end = 0;
  for (const item of answered) {
    end = auctions.writeLine(item, end);
    const turn = breathe();
    if (turn === undefined) continue;
    parts.push(auctions.take(end));
    end = 0;
    await turn;
  }
  if (end > 0) parts.push(auctions.take(end));
  return parts.length === 1 ? parts[0]! : Buffer.concat(parts);
}

/** Waits until the caller has taken its answers or has gone. No listener is left behind. */
function roomOrEnd(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve();
    const over = () => {
      response.off('drain', over).off('close', over);
      resolve();
    };
    response.on('drain', over).on('close', over);
  });
}

const newline = 10;

/** Takes lines one by one. */
export interface LineVisitor {
  line(bytes: Buffer, start: number, end: number): void;
  tooLong(): void;
}

/** Splits chunks of text into lines, which may span several chunks. Keeps nothing of a line that is too long. */
export class Lines {
  readonly #maxBytes: number;
  readonly #visitor: LineVisitor;
  /** The parts of the unfinished line. */
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

  /** Passes on the last line, which may lack its line feed. */
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
