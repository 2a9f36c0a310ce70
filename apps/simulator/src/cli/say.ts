/** What a terminal would obey instead of showing it, in whatever name a file or an answer has it; but for line ends and tabs. */
const commands = /[\p{Cc}--[\n\t]]/gv;

/** The text with a sign in the place of each control character. */
export function printable(text: string): string {
  return text.replaceAll(commands, '\ufffd');
}

/** Writes a report or a sentence to standard output. */
export function say(text: string): void {
  process.stdout.write(printable(text));
}
