const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text between two places; undefined where it is not UTF-8. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string | undefined {
  try {
    return decoder.decode(bytes.subarray(start, end));
  } catch {
    return undefined;
  }
}
