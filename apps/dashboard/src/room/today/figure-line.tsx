import { rangeTickHtml } from '@auction-tiers/chart';
import type { UsualDay } from '@auction-tiers/contract';
import { figures as glossary } from '@auction-tiers/contract/glossary';
import { usePlace } from '../../address/place.ts';
import { Chart } from '../../part/chart.tsx';
import { Definition } from '../../part/kit.tsx';
import { type Range, sideOf } from '../../figure/figures.ts';
import { figureWords, rangeText, type Wording } from './reckon/sentences.ts';
import { type FigureName, type Figures, figureNames } from './reckon/sums.ts';

/** Whether more of a figure is a gain or a loss; for auctions it is neither. */
const better: Readonly<Record<FigureName, 'more' | 'less' | null>> = {
  net: 'more',
  auctions: null,
  fill: 'more',
  net_cpm: 'more',
  forgone: 'less',
};

interface FigureLineProps {
  /** The days of the figures, and what their ranges are. */
  readonly words: string;
  readonly figures: Figures;
  /** The range that each figure usually has, as far as it is known; null: ranges are not shown. */
  readonly usual: Partial<UsualDay['day']> | null;
  /** Whether this is the main line of the room. */
  readonly isMain: boolean;
}

/** Five figures of a day or of several, each with the range that it usually has. */
export function FigureLine({ words, isMain, figures, usual }: FigureLineProps) {
  const wordings = figureWords(usePlace().currency);
  return (
    <section className="today-line" aria-label={words.split('.')[0]}>
      <p className="muted today-words">{words}</p>
      <dl className="today-figures">
        {figureNames.map((name) => (
          <FigureCell
            key={name}
            name={name}
            wording={wordings[name]}
            value={figures[name]}
            range={usual?.[name] ?? null}
            isBare={usual === null}
            isBig={isMain && name === 'net'}
          />
        ))}
      </dl>
    </section>
  );
}

interface CellProps {
  readonly name: FigureName;
  readonly wording: Wording;
  readonly value: number | null;
  readonly range: Range | null;
  readonly isBare: boolean;
  readonly isBig: boolean;
}

function FigureCell({ name, wording, value, range, isBare, isBig }: CellProps) {
  const { name: noun, say, unit } = wording;
  const side = sideOf(value, range);
  const tone = toneOf(side, better[name]);
  const words = rangeWords(range, side, wording);
  const label = `${noun} ${value === null ? 'none' : say(value)}${unit}; ${words}`;
  return (
    <div className={name === 'net' ? 'today-figure main' : 'today-figure'}>
      <dt>
        <Definition text={glossary[name].definition}>{noun}</Definition>
      </dt>
      <dd>
        <div className={isBig ? 'big-figure' : 'today-value'}>{value === null ? '–' : `${say(value)}${unit}`}</div>
        {!isBare && (
          <>
            <Chart height={24} draw={() => rangeTickHtml({ value, usual: range, better: better[name], label })} />
            <div className={tone}>{words}</div>
          </>
        )}
      </dd>
    </div>
  );
}

const toneOf = (side: -1 | 0 | 1, wanted: 'more' | 'less' | null): string => {
  if (side === 0 || wanted === null) return 'muted';
  return side > 0 === (wanted === 'more') ? 'gain' : 'loss';
};

function rangeWords(range: Range | null, side: -1 | 0 | 1, wording: Wording): string {
  if (range === null) return 'no range yet';
  const bounds = rangeText(range, wording);
  if (side === 0) return bounds;
  return side > 0 ? `▲ above ${bounds}` : `▼ below ${bounds}`;
}
