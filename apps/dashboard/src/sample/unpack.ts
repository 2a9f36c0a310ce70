import { decompress } from 'fzstd';

/** The bytes of a part of recorded auctions, which the service sends in base64. */
export const partOf = (content: string): Uint8Array => Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));

/** The lines of a zstd frame; nothing where it is damaged, which shows itself in errors of several kinds. */
export function unpack(frame: Uint8Array): Uint8Array | undefined {
  try {
    return decompress(frame);
  } catch {
    return undefined;
  }
}
