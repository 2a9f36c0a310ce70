/** The line drawings of the frame: the path of each within 24 by 24. */
const drawings = {
  '/today':
    'M12 8a4 4 0 1 0 0 8 4 4 0 1 0 0-8M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4',
  '/tiers': 'M4 6h16M4 12h11M4 18h6',
  '/draft': 'M4 20l1-4L16 5l3 3L8 19z',
  '/why': 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M9.5 9.5a2.5 2.5 0 1 1 5 0c0 1.6-2.5 2-2.5 3.7M12 17v.1',
  '/buyers':
    'M9 5a3 3 0 1 0 0 6 3 3 0 1 0 0-6M3 20c0-3.5 2.5-6 6-6s6 2.5 6 6M16 5.5a3 3 0 0 1 0 5M21 20c0-3-1.5-5-4-5.7',
  '/history': 'M4 12a8 8 0 1 0 8-8c-3 0-5 1.3-6.5 3.5M5 4v4h4M12 8v4l3 2',
  '/reports': 'M5 20V10M12 20V4M19 20v-7',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18M12 8v.1M12 11v5',
  keep: 'M7 4h10v16l-5-4-5 4z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M10.5 5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11M15 15l5 5',
} as const;

/** A drawing beside a word, or within a control that has a name of its own. */
export function Icon({ of }: { readonly of: keyof typeof drawings }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[of]} />
    </svg>
  );
}

/** The mark and the name of the product. */
export const Brand = () => (
  <span className="rail-brand">
    <svg viewBox="0 0 18 18" aria-hidden="true">
      <path d="M2 4h14M2 9h10M2 14h5" />
    </svg>
    auction-tiers
  </span>
);
