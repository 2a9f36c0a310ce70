import { Decompress, ZstdErrorCode } from 'fzstd';

/**
 * Unpacks a part of recorded auctions: zstd frames one after the other, some of which are skipped. If the part is cut
 * short, gives the bytes before the cut.
 */
export function unpack(content: string): Uint8Array {
  const packed = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  const chunks: Uint8Array[] = [];
  try {
    new Decompress((chunk) => chunks.push(chunk)).push(packed, true);
  } catch (error) {
    if ((error as { code?: number }).code !== ZstdErrorCode.UnexpectedEOF) throw error;
  }
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
