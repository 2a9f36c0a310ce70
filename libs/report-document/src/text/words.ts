import type { Inline } from '../block/inline.ts';

/** Words of a report on a terminal. In what is not a name, a hyphen stands for a minus, so that figures can be copied. */
export function wordsText(words: Inline): string {
  if (words === null) return '';
  if (typeof words === 'string') return words.replaceAll('\u2212', '-').replaceAll('\u00a0', ' ');
  if (!('mark' in words)) return words.map(wordsText).join('');
  if (words.mark === 'lines') return words.lines.map(({ text }) => wordsText(text)).join('\n');
  if (words.mark === 'sign') return '';
  if (words.mark === 'small') return `(${wordsText(words.text)})`;
  const isGiven = (words.mark === 'name' || words.mark === 'file') && typeof words.text === 'string';
  return isGiven ? words.text : wordsText(words.text);
}

const wideText = 100;

/** Lines of at most 100 characters, as far as words allow. */
export function wrap(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line.length + word.length < wideText) lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
