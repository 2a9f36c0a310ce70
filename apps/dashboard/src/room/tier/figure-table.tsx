import { figures as glossary } from '@auction-tiers/contract/glossary';
import { usePlace } from '../../address/place.ts';
import { countText } from '../../figure/count.ts';
import { earnedColumn, signedText } from '../../figure/money.ts';
import { Definition } from '../../part/definition.tsx';

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
    <div className="scrolls">
      <table className="plain-table" aria-label={`Advice: ${title}`}>
        <thead>
          <tr>
            <th scope="col" className="number">
              {title}
            </th>
            <th scope="col" className="number">
              <Definition text={glossary.net.definition}>Net ({currency})</Definition>
            </th>
            <th scope="col" className="number">
              <Definition text={glossary.forgone.definition}>Forgone ({currency})</Definition>
            </th>
            <th scope="col" className="number">
              {won}
            </th>
            <th scope="col" className="number">
              Bids in
            </th>
            {promises > 0 && (
              <th scope="col" className="number">
                Promises kept
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, isPresent, figures }) => (
            <tr key={name}>
              <td className="number">
                {isPresent && <span className="muted">now </span>}
                {name}
              </td>
              <td className="number">{isPresent ? '0' : signedText(Number(figures.net) - net, earnedColumn)}</td>
              <td className="number">{earnedColumn(Number(figures.forgone))}</td>
              <td className="number">{countText(figures.wins)}</td>
              <td className="number">{countText(figures.bids)}</td>
              {promises > 0 && <td className="number">{keptText(figures.kept ?? 0, promises)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How many of the promises are kept: `2 of 3`. */
export const keptText = (kept: number, promises: number): string => `${countText(kept)} of ${countText(promises)}`;
