/** A day that the victim's calendar names. */
export const plantedDay = '2026-11-26';
