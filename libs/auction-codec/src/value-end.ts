const [quote, comma, openBracket, backslash, closeBracket, openBrace, closeBrace] = [34, 44, 91, 92, 93, 123, 125];

/** Where the JSON value ends that starts at a place, if it is one: at the comma or bracket behind it, or at the end. */
export function valueEnd(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote:
        at = textEnd(bytes, at + 1);
        break;
      case openBracket:
      case openBrace:
        depth++;
        break;
      case closeBracket:
      case closeBrace:
        if (depth === 0) return at;
        depth--;
        break;
      case comma:
        if (depth === 0) return at;
        break;
      default:
    }
  }
  return bytes.length;
}

/** Where the quote stands that ends a text. */
function textEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}
