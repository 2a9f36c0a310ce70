/** The rooms of the page and their tabs, by their address: what each is called. */
export const roomTitles = {
  '/today': 'Today',
  '/today/movement': 'Why it moved',
  '/today/alerts': 'Alerts',
  '/tiers': 'Tiers',
  '/tiers/targeting': 'Targeting',
  '/tiers/markets': 'Markets',
  '/tiers/promises': 'Promises',
  '/tiers/advice': 'Advice',
  '/draft': 'Draft',
  '/draft/tests': 'Live tests',
  '/why': 'Why?',
  '/buyers': 'Buyers',
  '/history': 'History',
  '/reports': 'Reports',
  '/reports/views': 'Views',
  '/account': 'Account',
} as const;

export type RoomPath = keyof typeof roomTitles;
