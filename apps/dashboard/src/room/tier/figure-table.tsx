import { usePlace } from '../../address/place.ts';
import { countText } from '../../figure/count.ts';
import { earnedColumn, signedText } from '../../figure/money.ts';
import { PlainTable } from '../../part/plain-table.tsx';

interface Row {
  readonly name: string;
  readonly isPresent: boolean;
  readonly figures: {
    readonly net: string;
    readonly forgone: string;
    readonly wins: number;
    readonly bids: number;
    readonly kept?: number;
  };
}

interface TableProps {
  readonly title: string;
  /** Net of all auctions at present. */
  readonly net: number;
  readonly rows: readonly Row[];
  /** The head of what is won. */
  readonly won?: string;
  /** How many promises there are, where the figures say how many are kept. */
  readonly promises?: number;
}

/** Figures of the tier, one row per value of an attribute. */
export function FigureTable({ title, net, rows, won = 'Won', promises = 0 }: TableProps) {
  const { currency } = usePlace();
  return (
    <PlainTable<Row>
      label={`Advice: ${title}`}
      rows={rows}
      idOf={({ name }) => name}
      columns={[
        {
          head: title,
          isNumber: true,
          cell: ({ name, isPresent }) => (isPresent ? `now ${name}` : name),
        },
        {
          head: `Net (${currency})`,
          figure: 'net',
          cell: ({ isPresent, figures }) => (isPresent ? '0' : signedText(Number(figures.net) - net, earnedColumn)),
        },
        {
          head: `Forgone (${currency})`,
          figure: 'forgone',
          cell: ({ figures }) => earnedColumn(Number(figures.forgone)),
        },
        { head: won, isNumber: true, cell: ({ figures }) => countText(figures.wins) },
        { head: 'Bids in', isNumber: true, cell: ({ figures }) => countText(figures.bids) },
        promises > 0 && {
          head: 'Promises kept',
          isNumber: true,
          cell: ({ figures }) => keptText(figures.kept ?? 0, promises),
        },
      ]}
    />
  );
}

/** How many of the promises are kept: `2 of 3`. */
export const keptText = (kept: number, promises: number): string => `${countText(kept)} of ${countText(promises)}`;
