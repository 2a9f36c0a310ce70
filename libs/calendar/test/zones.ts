/** Zones in which a day, an hour or an offset is unusual, and some that are plain. */
export const zones = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Pacific/Chatham',
  'America/St_Johns',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Asia/Pyongyang',
  'Antarctica/Casey',
  'Africa/Cairo',
] as const;

export const [firstMs, lastMs] = [Date.UTC(2015, 0, 1), Date.UTC(2038, 0, 1)];
