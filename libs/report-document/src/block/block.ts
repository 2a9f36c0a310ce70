import type { Chart, Html, legendHtml } from '@auction-tiers/chart';
import type { Inline } from './inline.ts';

// A report as plain blocks: made once, and rendered for a terminal, for a file and, later, in the page.

interface Common {
  /** The medium that alone shows the block; default: every one does. */
  readonly only?: 'file' | 'text';
}

export interface Sentence extends Common {
  readonly block: 'sentence';
  readonly look: SentenceLook;
  readonly text: Inline;
}
/** `lead` introduces a table or chart, `nothing` stands in place of one, `big` is the figure that the report is about. */
export type SentenceLook =
  | 'heading'
  | 'lead'
  | 'nothing'
  | 'note'
  | 'plain'
  | 'pointers'
  | 'result'
  | 'sets'
  | 'summary'
  | 'under'
  | 'why-text'
  | `big ${'up' | 'down' | 'even'}`;

export interface Item {
  readonly text: Inline;
  /** `applied`: of several rules the one that holds. */
  readonly tone?: 'error' | 'warning' | 'info' | 'applied';
  readonly sign?: string;
  readonly advice?: Inline;
}
export interface List extends Common {
  readonly block: 'list';
  readonly look: 'reasons' | 'rule' | 'findings';
  readonly items: readonly Item[];
}

/** A figure or fact, and what else there is to say of it. */
export type Fact = readonly [term: string, value: Inline, note?: Inline];
export interface Facts extends Common {
  readonly block: 'facts';
  /** `tiles`: key figures at the top. `pairs`: the figures of a card. */
  readonly look: 'facts' | 'pairs' | 'tiles';
  readonly facts: readonly Fact[];
}

interface Head extends Common {
  readonly head: string;
}
/** `figure` columns are aligned to the right; a `track` holds drawings, which a terminal leaves out. */
export type Column<Row> =
  | (Head & { readonly kind: 'text' | 'figure'; readonly cell: (row: Row, at: number) => Inline })
  | (Head & { readonly kind: 'track'; readonly axis: Html; readonly cell: (row: Row, at: number) => Html | null });

interface Rows extends Common {
  readonly caption: string;
  /** How many rows a file shows; a note counts the others. */
  readonly mostRows?: number;
  /** Likewise on a terminal. */
  readonly mostInText?: number;
  /** The rows are read as one chart: they have no space between them, and names do not wrap. */
  readonly isChart?: boolean;
}
/** The cells of a column are worked out where they are shown; the first column is the row's header. */
export interface Table extends Rows {
  readonly block: 'table';
  readonly columns: readonly Column<number>[];
  readonly rowCount: number;
}

/** Only a file draws it; a terminal shows the sentences around it. */
export interface ChartBlock extends Common {
  readonly block: 'chart';
  readonly chart: Chart;
  readonly caption?: string;
  /** `card`: drawn once, for a card; `page`: for each width of a page. */
  readonly width: 'card' | 'page';
}

/** What the marks of the next charts stand for. */
export interface Legend extends Common {
  readonly block: 'legend';
  readonly entries: Parameters<typeof legendHtml>[0];
}

/** Folded away in a file unless `isOpen`. A terminal shows it if `isOpen` or `isInText`. */
export interface Details extends Common {
  readonly block: 'details';
  readonly look: 'figures' | 'example' | 'rule-card' | 'model' | 'unchanged' | 'plain';
  readonly summary: Inline;
  readonly blocks: readonly Block[];
  readonly isOpen?: boolean;
  readonly isInText?: boolean;
}

export interface Section extends Common {
  readonly block: 'section';
  readonly id: string;
  readonly title: Inline;
  readonly blocks: readonly Block[];
  /** Whether it is a card, and its class. */
  readonly card?: string;
}

/** Blocks beside or below each other, as the window allows. */
export interface Group extends Common {
  readonly block: 'group';
  readonly look: 'opening' | 'stack' | 'sides' | 'side-current' | 'side-draft';
  readonly blocks: readonly Block[];
}

export type Block = Sentence | List | Facts | Table | ChartBlock | Legend | Details | Section | Group;

export interface ReportDocument {
  readonly title: string;
  /** Which kind of report this is, in words; shown above the headline. */
  readonly kind: string;
  readonly headline: Inline;
  /** What was compared or measured, below the headline. */
  readonly subject: Inline;
  /** The content above the list of sections. */
  readonly opening: readonly Block[];
  readonly sections: readonly Section[];
  /** Of all money, ISO 4217; none where the report has no money. */
  readonly currency?: string;
}

export const sentence = (text: Inline, look: SentenceLook = 'lead'): Sentence => ({ block: 'sentence', look, text });

export const list = (items: readonly (string | Item)[], look: List['look'] = 'reasons'): List => ({
  block: 'list',
  look,
  items: items.map((item) => (typeof item === 'string' ? { text: item } : item)),
});

export const facts = (of: readonly Fact[], look: Facts['look'] = 'facts'): Facts => ({
  block: 'facts',
  look,
  facts: of,
});

export function table<Row>(
  rows: readonly Row[],
  { columns, ...rest }: Rows & { readonly columns: readonly Column<Row>[] },
): Table {
  const own = columns.map((column): Column<number> => {
    if (column.kind === 'track') return { ...column, cell: (at) => column.cell(rows[at]!, at) };
    return { ...column, cell: (at) => column.cell(rows[at]!, at) };
  });
  return { block: 'table', ...rest, columns: own, rowCount: rows.length };
}

export const details = (
  look: Details['look'],
  summary: Inline,
  blocks: readonly Block[],
  shown: Pick<Details, 'isOpen' | 'isInText'> = {},
): Details => ({ block: 'details', look, summary, blocks, ...shown });

/** What a chart draws, as figures: folded away in a file. */
export const chartFigures = (blocks: readonly Block[], isInText = false): Details =>
  details('figures', 'The figures of this chart', blocks, { isInText });

export const legend = (entries: Legend['entries']): Legend => ({ block: 'legend', entries });

export const section = (id: string, title: Inline, blocks: readonly Block[]): Section => ({
  block: 'section',
  id,
  title,
  blocks,
});
export const card = (look: string, id: string, title: Inline, blocks: readonly Block[]): Section => ({
  ...section(id, title, blocks),
  card: look,
});

export const group = (look: Group['look'], blocks: readonly Block[]): Group => ({ block: 'group', look, blocks });

/** Blocks that one medium alone shows. */
export const only = <One extends Block>(medium: 'file' | 'text', block: One): One => ({ ...block, only: medium });

const column =
  (kind: 'text' | 'figure') =>
  <Row>(head: string, cell: (row: Row, at: number) => Inline, medium?: Common['only']): Column<Row> => ({
    head,
    kind,
    cell,
    ...(medium !== undefined && { only: medium }),
  });
export const [text, figure] = [column('text'), column('figure')];
