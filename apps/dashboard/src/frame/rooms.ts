/** The rooms of the page in their order, and the key that leads to each behind `g`. */
export const rooms = [
  { path: '/today', title: 'Today', key: 'o' },
  { path: '/tiers', title: 'Tiers', key: 't' },
  { path: '/draft', title: 'Draft', key: 'd' },
  { path: '/why', title: 'Why?', key: 'w' },
  { path: '/buyers', title: 'Buyers', key: 'b' },
  { path: '/history', title: 'History', key: 'h' },
  { path: '/markets', title: 'Markets', key: 'm' },
  { path: '/profiles', title: 'Profiles', key: 'p' },
  { path: '/account', title: 'Account', key: 'a' },
] as const;
