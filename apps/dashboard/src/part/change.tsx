import type { ReactNode } from 'react';

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
export function Action({ action }: { readonly action: 'include' | 'exclude' }) {
  return <span>{action === 'include' ? '▲ include' : '⊘ exclude'}</span>;
}
