import { rangeTickHtml } from '@auction-tiers/chart';
import { figures as glossary } from '@auction-tiers/contract/glossary';
import { usePlace } from '../../address/place.ts';
import { Chart } from '../../part/chart.tsx';
import { Definition } from '../../part/definition.tsx';
import { figureWords, rangeText, type Wording } from './reckon/sentences.ts';
import { type FigureName, type Figures, figureNames } from './reckon/sums.ts';
import { type Range, rangeOf, sideOf, type Usual } from './reckon/usual.ts';

/** Whether more of a figure is a gain or a loss; for auctions it is neither. */
const better: Readonly<Record<FigureName, 'more' | 'less' | null>> = {
  net: 'more',
  auctions: null,
  fill: 'more',
  net_cpm: 'more',
  forgone: 'less',
};

interface FigureLineProps {
  /** The days of the figures, and the days that they are compared with. */
  readonly words: string;
  readonly figures: Figures;
  readonly usual: Usual;
  /** The label of the figures of the only day before, such as `Sunday before`. */
  readonly before: string;
  /** Whether this is the main line of the room. */
  readonly isMain: boolean;
  /** Whether the line has no ranges, and nothing in their place. */
  readonly isBare?: boolean;
}

/** Five figures of a day or of several, each with the range that it usually has. */
export function FigureLine({ words, isMain, ...rest }: FigureLineProps) {
  const wordings = figureWords(usePlace().currency);
  return (
    <section className="today-line" aria-label={words.split('.')[0]}>
      <p className="muted today-words">{words}</p>
      <dl className="today-figures">
        {figureNames.map((name) => (
          <FigureCell key={name} name={name} wording={wordings[name]} isBig={isMain && name === 'net'} {...rest} />
        ))}
      </dl>
    </section>
  );
}

interface CellProps {
  readonly name: FigureName;
  readonly wording: Wording;
  readonly figures: Figures;
  readonly usual: Usual;
  readonly before: string;
  readonly isBig: boolean;
  readonly isBare?: boolean;
}

function FigureCell({ name, wording, figures, usual, before: beforeWords, isBig, isBare = false }: CellProps) {
  const { name: noun, say, unit } = wording;
  const value = figures[name];
  const range = rangeOf(usual, name);
  // Days of other weekdays differ anyway, so that a comparison with them shows no gain or loss.
  const isJudged = usual.basis === 'weekdays';
  const side = isJudged ? sideOf(value, range) : 0;
  const tone = toneOf(side, better[name]);
  const words = rangeWords(range, side, wording);
  const before = usual.weekdays.length === 1 ? (usual.weekdays[0]?.figures[name] ?? null) : null;
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
            <Chart
              height={24}
              draw={() => rangeTickHtml({ value, usual: range, better: isJudged ? better[name] : null, label })}
            />
            <div className={tone}>{words}</div>
          </>
        )}
        {before !== null && (
          <div className="muted">
            {beforeWords}: {say(before)}
            {unit}
          </div>
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
