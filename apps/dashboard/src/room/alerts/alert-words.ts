/** How unlikely it is, in a sentence; nothing where it is no chance. */
export function chanceWords(everyDays: number): string {
  if (everyDays === 0) return '';
  if (everyDays >= 3650) return 'By chance that comes less often than once in ten years.';
  return `By chance that comes about once in ${Math.max(1, Math.round(everyDays))} days.`;
}
