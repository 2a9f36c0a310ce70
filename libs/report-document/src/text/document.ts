import type { Block, Details, Facts, ReportDocument, Section } from '../block/block.ts';
import { moneyNote } from '../block/figures.ts';
import { tableText } from './table.ts';
import { wordsText, wrap } from './words.ts';

/** A report for a terminal: its sentences, lists, facts and tables; drawings and what only a file shows are left out. */
export function toText({ kind, headline, subject, opening, sections, currency }: ReportDocument): string {
  const head = [`${kind}: ${wordsText(headline)}`, wordsText(subject)];
  const money = currency === undefined ? [] : wrap(wordsText(`${moneyNote(currency)}Times are in UTC.`));
  const lines = [...head, ...money, '', ...blocksText([...opening, ...sections])];
  // Blocks end with an empty line, of which there is one between two.
  return lines.filter((line, at) => line !== '' || lines[at - 1] !== '').join('\n');
}

const blocksText = (blocks: readonly Block[]): string[] =>
  blocks.filter(({ only }) => only !== 'file').flatMap(blockText);

function blockText(block: Block): string[] {
  switch (block.block) {
    case 'sentence':
      return [...wrap(wordsText(block.text)), ''];
    case 'list':
      return [
        ...block.items.map(
          ({ text, advice = null }) => `  - ${wordsText(text)}${advice === null ? '' : ' '}${wordsText(advice)}`,
        ),
        '',
      ];
    case 'facts':
      return factsText(block);
    case 'table':
      return tableText(block);
    case 'chart':
    case 'legend':
      return [];
    case 'details':
      return detailsText(block);
    case 'section':
      return sectionText(block);
    case 'group':
      return blocksText(block.blocks);
  }
}

function sectionText({ title, blocks }: Section): string[] {
  const body = blocksText(blocks);
  const head = wordsText(title);
  return body.length === 0 ? [] : [head, '─'.repeat(head.length), ...body, ''];
}

function factsText({ facts }: Facts): string[] {
  return [
    ...facts.map(([term, value, note = null]) => {
      const more = wordsText(note);
      return `  ${term}: ${wordsText(value)}${more === '' ? '' : ` (${more})`}`;
    }),
    '',
  ];
}

function detailsText({ look, summary, blocks, isOpen = false, isInText = isOpen }: Details): string[] {
  if (!isInText) return [];
  return [...(look === 'figures' ? [] : [`${wordsText(summary)}:`]), ...blocksText(blocks)];
}
