/** Who reads a text: users of the page and of its mails and chats, or users of the command line, who know logs and options. */
export type Reader = 'page' | 'command';

interface ForeignWord {
  readonly word: RegExp;
  /** What the trade says instead. */
  readonly instead: string;
  /** Only for these readers; default: for all. */
  readonly reader?: Reader;
}

/**
 * Words and phrases that are not the trade's: terms of statistics and of this program, and turns that no native speaker
 * of ad operations would use. No text for users has one of them.
 */
const foreignWords: readonly ForeignWord[] = [
  // Terms of statistics.
  { word: /(?<!\bad )\bunits?\b/i, instead: 'user, session; of a price: CPM' },
  { word: /\bclusters?\b/i, instead: 'group' },
  { word: /\bvariances?\b/i, instead: 'spread' },
  { word: /\bswitchbacks?\b/i, instead: 'whole days' },
  { word: /\binterval (?:that )?(?:holds|lies)\b|\bholds (?:0|zero)\b/i, instead: 'may be chance' },
  { word: /\b(?:bootstrap|studentised|logarithm|degrees of freedom)\b/i, instead: 'what it means', reader: 'page' },
  { word: /\belasticit(?:y|ies)\b/i, instead: 'how buyers react', reader: 'page' },
  { word: /\bseeds?\b/i, instead: 'tie-break code', reader: 'page' },
  { word: /\barms?\b/i, instead: 'side of the test' },
  { word: /\bhypothes[ie]s\b/i, instead: 'expectation' },
  // Terms of this program.
  { word: /\blint\b/i, instead: 'issues' },
  { word: /\bobjects?\b/i, instead: 'tier, profile, change' },
  { word: /\bexperiments?\b/i, instead: 'live test', reader: 'page' },
  { word: /\bcommitments?\b/i, instead: 'promise', reader: 'page' },
  { word: /\bmembers?\b/i, instead: 'seller', reader: 'page' },
  { word: /\bym-profiles?\b/i, instead: 'group of sites', reader: 'page' },
  { word: /\b(?:the|a|such) logs?\b/i, instead: 'recorded auctions', reader: 'page' },
  {
    word: /\b(?:E(?:SOCKET|CONN[A-Z]+|NOTFOUND|TIMEDOUT|PIPE|AI_AGAIN|AUTH|DNS|TLS|STREAM|ENVELOPE))\b/,
    instead: 'what has failed',
  },
  // Turns.
  { word: /\btold by\b/i, instead: 'based on' },
  { word: /\b(?:of|from) before\b/i, instead: 'previous, earlier' },
  { word: /\bfrom before to after\b/i, instead: 'how net changed' },
  { word: /\bof then\b/i, instead: 'at the time' },
  { word: /\bno more(?! than| [a-z]+s?\b)/i, instead: 'stop, not any more' },
  { word: /\b(?:goes|go) on\b/i, instead: 'continues, continue' },
  { word: /\bby the bell\b/i, instead: 'in the alerts menu' },
  { word: /\bcarr(?:y|ies|ied) (?:[\w’]+ ){0,4}onto\b/i, instead: 'update to the live tiers' },
  { word: /\bwithout a name\b/i, instead: 'unnamed' },
  { word: /[\d…] of it: /, instead: 'accounts for' },
  { word: /\b(?:end(?:s|ed)?|bid|decided?s?|judged|changed) otherwise\b/i, instead: 'differently' },
  { word: /\blets? expect\b/i, instead: 'is usual' },
  { word: /\b(?:is|are|was|were) told(?! apart)\b/i, instead: 'is notified, is sent' },
  { word: /\btell (?:somebody|this|it)\b(?! apart)/i, instead: 'notify, send' },
  { word: /\bmay stay empty\b/i, instead: 'optional' },
  { word: /\bneeds somebody\b/i, instead: 'needs attention' },
  { word: /\bfeels? it\b/i, instead: 'is affected' },
  { word: /\breckon\b/i, instead: 'count, include' },
  { word: /\bmend\b/i, instead: 'fix' },
  { word: /\bheld against\b/i, instead: 'compared with' },
  { word: /\bstands? (?:twice|once|here|there|below|above|under|in) ?/i, instead: 'is shown, appears' },
  { word: /\bour(?:s| own)?\b/i, instead: 'your', reader: 'page' },
  { word: /\bthe room [A-Z]/, instead: 'the name of the room alone' },
  { word: /… recorded auctions\b/, instead: 'a count with its noun, which may be one' },
  {
    word: /(?<![\d.,])1 (?:\w+ )?(?:auctions|bids|buyers|changes|days|hours|steps|tiers|users|wins)\b/,
    instead: 'the singular',
  },
];

/** Forms of the service that only a rendered text can show: names of fields, dates of the service, prices with six decimals. */
const serviceForms: readonly RegExp[] = [
  /\b[a-z]+(?:_[a-z]+)+\b/,
  /\b20\d\d-[01]\d-[0-3]\d\b/,
  /(?<![\d.])\d+\.\d{6}\b/,
];

/** What a text has that its reader should not have to read, with what to write instead; null: nothing. */
export function findForeignWord(text: string, reader: Reader): string | null {
  for (const { word, instead, reader: only } of foreignWords) {
    const [found] = word.exec(withoutQuotes(text)) ?? [];
    if (found !== undefined && (only === undefined || only === reader)) return `"${found}" (instead: ${instead})`;
  }
  return null;
}

/** The same of a text as its reader sees it, where forms of the service are foreign too. */
export function findForeignForm(text: string, reader: Reader): string | null {
  const [form] = serviceForms.flatMap((one) => one.exec(withoutQuotes(text))?.[0] ?? []);
  return form === undefined ? findForeignWord(text, reader) : `"${form}" (a form of the service)`;
}

/** Quoted texts are a user's own words, and those in backticks or after -- names of the command line. */
const withoutQuotes = (text: string): string => text.replaceAll(/"[^"]*"|“[^”]*”|`[^`]*`|--[a-z-]+/g, '""');
