import { chartStyle } from '@auction-tiers/chart';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { useWidth } from './use-width.ts';

/** The style sheet of all charts: one element in the head of the document, however many there are. */
export const ChartStyle = () => (
  <style href="charts" precedence="default">
    {String(chartStyle)}
  </style>
);

interface ChartProps {
  /** Draws the chart for a width in px: markup of `@auction-tiers/chart`, in which every text is escaped. */
  readonly draw: (width: number) => { toString(): string };
  /** Height in px that is kept free until the width is known. */
  readonly height: number;
  /** What a mark stands for, such as `hour`: hover, touch and the arrow keys show a mark's figures below the chart. */
  readonly marks?: string;
}

/** A chart as wide as its place. */
export function Chart({ draw, height, marks }: ChartProps) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const said = useReadout(ref);
  const content = useMemo(() => ({ __html: width > 0 ? String(draw(width)) : '' }), [draw, width]);
  const read = { role: 'group', 'aria-label': `Chart: the arrow keys read each ${marks}`, tabIndex: 0 };
  return (
    <>
      <div ref={ref} style={{ minHeight: height }} {...(marks !== undefined && read)}>
        <ChartStyle />
        <div dangerouslySetInnerHTML={content} />
      </div>
      {marks !== undefined && (
        <p className="chart-readout muted" role="status">
          {said ?? `Point at ${marks === 'hour' ? 'an' : 'a'} ${marks}, or press the arrow keys, to read it.`}
        </p>
      )}
    </>
  );
}

/** The title of the mark under the pointer, or of the mark that the arrow keys have reached; null before the first. */
function useReadout(ref: RefObject<HTMLElement | null>): string | null {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    const box = ref.current;
    if (box === null) return undefined;
    const read = (mark: Element | null | undefined) => {
      if (mark === null || mark === undefined) return;
      for (const one of box.querySelectorAll('[data-read]')) one.removeAttribute('data-read');
      (mark.closest('g') ?? mark).setAttribute('data-read', '');
      setText(mark.querySelector('title')?.textContent ?? null);
    };
    const onPoint = ({ target }: PointerEvent) => read((target as Element).closest(':not(svg):has(> title)'));
    const onKeyDown = (event: KeyboardEvent) => {
      const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
      if (step === undefined || event.target !== box) return;
      const marks = [...box.querySelectorAll('.hour :has(> title)')];
      const at = marks.findIndex((mark) => mark.closest('[data-read]') !== null);
      read(marks[Math.min(Math.max(at < 0 && step > 0 ? 0 : at + step, 0), marks.length - 1)]);
      event.preventDefault();
    };
    // A touch is a pointer that goes down.
    const pointed = ['pointerover', 'pointerdown'] as const;
    for (const name of pointed) box.addEventListener(name, onPoint);
    box.addEventListener('keydown', onKeyDown);
    return () => {
      for (const name of pointed) box.removeEventListener(name, onPoint);
      box.removeEventListener('keydown', onKeyDown);
    };
  }, [ref]);
  return text;
}

/** A drawing that needs no width, such as a bar behind a figure. */
export function Drawing({ markup }: { readonly markup: { toString(): string } }) {
  return (
    <>
      <ChartStyle />
      <span dangerouslySetInnerHTML={{ __html: String(markup) }} />
    </>
  );
}
