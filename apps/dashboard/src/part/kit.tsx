import { Button, CloseButton, Skeleton, Tooltip } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { isStoreAway, sentenceOf } from '../service/problem.ts';
import { type Keys, useKeys } from './use-keys.ts';

interface RoomProps {
  readonly title: string;
  /** What stands in the place of the title, where that is a sentence. */
  readonly heading?: ReactNode;
  /** Beside the title: filters, counts, buttons. */
  readonly head?: ReactNode;
  /** Whether a table may take the whole width. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The content of one address: a title, the filters and buttons beside it, and its blocks. */
export function Room({ title, heading = title, head, isWide = false, children }: RoomProps) {
  useEffect(() => {
    document.title = `${title} · auction-tiers`;
  }, [title]);
  return (
    <main className={isWide ? 'room wide' : 'room'} id="room" tabIndex={-1}>
      <div className="room-head">
        <h1 className="room-title">{heading}</h1>
        {head}
      </div>
      {children}
    </main>
  );
}

interface BlockProps {
  readonly title: ReactNode;
  /** Beside the title. */
  readonly head?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a room under a title of its own. */
export function Block({ title, head, children }: BlockProps) {
  return (
    <section className="block">
      <h2>
        {title} {head}
      </h2>
      {children}
    </section>
  );
}

interface SidePanelProps {
  readonly title: string;
  /** Keys that work in it beside Esc, which closes it. */
  readonly keys?: Keys;
  /** Beside the title. */
  readonly head?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** One row of a list, beside the list. */
export function SidePanel({ title, keys, head, onClose, children }: SidePanelProps) {
  const panel = useKeys<HTMLElement>({ Escape: onClose, ...keys });
  return (
    <aside className="side-panel" aria-label={title} ref={panel}>
      <div className="side-panel-head">
        <h2 title={title}>{title}</h2>
        {head}
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      {children}
    </aside>
  );
}

/** Grey bars in place of data that is being read, so that nothing moves once the data is there. */
export function Waiting({ rows = 6, height = 28 }: { readonly rows?: number; readonly height?: number }) {
  return (
    <div role="group" aria-busy="true" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} mb={8} />
      ))}
    </div>
  );
}

/** In place of a room that is being loaded. */
export const WaitingRoom = () => (
  <main className="room">
    <Waiting />
  </main>
);

/** What failed, what is unaffected, and what to do. The rest of the page lives on. */
export function Problem({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  return (
    <div className="notice problem" role="alert">
      {sentenceOf(error)}
      {isStoreAway(error) && ' Auctions continue.'}
      {onRetry !== undefined && (
        <>
          {' '}
          <QuietButton onClick={onRetry}>Try again</QuietButton>
        </>
      )}
    </div>
  );
}

interface ReadingProps {
  /** Undefined or null: it is not there yet. */
  readonly data: unknown;
  readonly error: unknown;
  readonly rows?: number;
  readonly height?: number;
}

/** In place of data, or above it: why it cannot be read; bars while it is read; nothing once it is there. */
export function Reading({ data, error, ...bars }: ReadingProps) {
  if (error !== null) return <Problem error={error} />;
  return data === undefined || data === null ? <Waiting {...bars} /> : null;
}

/** In grey strokes: the rows of a table, and the course of a figure. */
const pictures = {
  rows: 'M6 10h60M86 10h150M256 10h18M6 34h84M110 34h96M248 34h26M6 58h46M72 58h120M260 58h14',
  course: 'M6 58L50 46L94 50L138 30L182 34L226 16L274 10',
} as const;

interface EmptyProps {
  /** What will stand there; none where only a filter leaves nothing. */
  readonly picture?: keyof typeof pictures;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** For a list that is still empty: what it is for, and the one button that makes the first entry. */
export function Empty({ picture, children, action }: EmptyProps) {
  return (
    <div className="empty">
      {picture !== undefined && (
        <svg viewBox="0 0 280 68" aria-hidden="true">
          <path d={pictures[picture]} />
        </svg>
      )}
      <p>{children}</p>
      {action}
    </div>
  );
}

/** Something worth a look, in the page itself and not over it. */
export function Notice({ children }: { readonly children: ReactNode }) {
  return (
    <div className="notice" role="status">
      {children}
    </div>
  );
}

/** A button that does nothing that the filled one of its screen does: each screen has one of those. */
export const PlainButton = Button.withProps({ variant: 'default' });

/** A button beside others, without a border. */
export const QuietButton = Button.withProps({ variant: 'subtle' });

/** The same, as small as the text that it stands in. */
export const SmallButton = Button.withProps({ variant: 'subtle', size: 'compact-xs' });

/** A term with its definition, on hover and on the keyboard's focus. */
export function Definition({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <Tooltip label={text}>
      <span className="definition" tabIndex={0}>
        {children}
      </span>
    </Tooltip>
  );
}

/** A value that a draft changes: both are shown, the live one struck through. */
export function Change({ before, after }: { readonly before: ReactNode; readonly after: ReactNode }) {
  return (
    <span>
      <span className="visually-hidden">was </span>
      <span className="struck">{before}</span>
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden">, becomes </span>
      <strong style={{ fontWeight: 600, color: 'var(--page-accent)' }}>{after}</strong>
    </span>
  );
}

/** Include and exclude, told apart by shape and word. */
export const actionWords = { include: '▲ include', exclude: '⊘ exclude' } as const;

/** The same before the name of a tier, where the word is only heard. */
export const ActionSign = ({ action }: { readonly action: keyof typeof actionWords }) => (
  <>
    <span className={action === 'include' ? 'gain' : 'loss'} aria-hidden="true">
      {actionWords[action][0]}{' '}
    </span>
    <span className="visually-hidden">{action} </span>
  </>
);
