interface ServiceText {
  /** One object of the service, in a sentence. */
  readonly noun: string;
  readonly description: string;
  /** How reading differs from what the definition says. */
  readonly reading?: string;
}

const texts: Readonly<Record<string, ServiceText>> = {
  'ym-auction-tier': {
    noun: 'auction tier',
    description:
      'Bids of chosen buyers are considered before others, or not at all. A tier with a higher priority is checked first; among matching tiers of equal priority one is drawn at random. `min_price` is compared with the net bid, after the fee.',
  },
  'ym-profile': {
    noun: 'yield management profile',
    description: 'What tiers attach to. An auction names it by its id or by a publisher that it serves.',
  },
  profile: {
    noun: 'targeting profile',
    description:
      'Which impressions a tier applies to. All dimensions that are set must pass; within a dimension any value may match.',
  },
  'platform-member': {
    noun: 'platform member',
    description: 'The directory of buyers: read by all, written by administrators.',
  },
  member: { noun: 'member', description: "The caller's own settings. Administrators create members." },
  user: {
    noun: 'user',
    description:
      "Users log in with a password. Administrators create users; a seller's user sees itself and changes its own password, by `password` and `current_password`. A new password ends all tokens of the user; its API keys stay.",
  },
  'api-key': {
    noun: 'API key',
    description:
      'Long-lived credentials for services. A caller creates and revokes its own, an administrator those of every user. The key itself is only in the answer that created it.',
  },
  dma: {
    noun: 'designated market area',
    description: 'The 210 television markets of the US, by their Nielsen numbers. Read-only.',
    reading:
      '`name` is compared without regard to case. `like_name` with a two-letter US state code gives the markets of that state.',
  },
  country: { noun: 'country', description: 'Countries by ISO 3166-1. Read-only.' },
  'change-log': {
    noun: 'change',
    description: 'All changes with their user and time; newest first, in pages. Read-only.',
  },
};

/** The description of a service. */
export function textOf(service: string): ServiceText {
  return texts[service] ?? { noun: service, description: `The service ${service}.` };
}
