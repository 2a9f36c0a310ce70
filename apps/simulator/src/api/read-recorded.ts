import { mkdtempSync, rmSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exitCode, Failure, wrongUsage } from '../cli/failure.ts';
import type { RecordedHours } from '../cli/hours.ts';
import { nameOfRecorded } from '../cli/hours.ts';
import type { ApiTarget } from './api-target.ts';
import { describeAnswer, getAnswer } from './read-api.ts';

/** A file with recorded auctions. It is deleted when the process ends. */
export interface RecordedFile {
  readonly path: string;
  /** What reports call it. */
  readonly name: string;
}

const partTimeoutMs = 60_000;

/**
 * Downloads the recorded auctions of a ym-profile into a temporary file, part by part. Throws a `Failure` where the API
 * does not give one of the parts, or has none at all.
 */
export async function fetchRecorded(target: ApiTarget, hours: RecordedHours): Promise<RecordedFile> {
  const folder = mkdtempSync(join(tmpdir(), 'auction-tiers-recorded-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'recorded.jsonl.zst');
  const name = nameOfRecorded(hours);
  const file = await open(path, 'wx', 0o600);
  try {
    const bytes = await writeParts(target, hours, file);
    if (bytes > 0) return { path, name };
    throw wrongUsage(`--recorded: ${target.url} has no ${name}; its GET /recorded lists what there is.`);
  } finally {
    await file.close();
  }
}

async function writeParts(target: ApiTarget, { from, to }: RecordedHours, file: FileHandle): Promise<number> {
  const { url, ymProfileId } = target;
  let bytes = 0;
  let parts = 0;
  for (let after: string | null | undefined; after !== null; parts++) {
    const refuse = (problem: string, cause?: unknown) =>
      new Failure(
        exitCode.found,
        `The recorded auctions of ${url} cannot be read behind part ${parts}: ${problem}.`,
        cause,
      );
    const query = new URLSearchParams({ ym_profile_id: String(ymProfileId), from, to, ...(after && { after }) });
    const answer = await getAnswer(target, `/recorded/content?${query.toString()}`, partTimeoutMs, refuse);
    const part: { readonly content?: unknown; readonly next?: unknown } = Object(answer.response['recorded-content']);
    if (typeof part.content !== 'string') throw refuse(describeAnswer(answer, ' without recorded auctions'));
    const content = Buffer.from(part.content, 'base64');
    await file.write(content);
    bytes += content.length;
    after = typeof part.next === 'string' ? part.next : null;
  }
  return bytes;
}
