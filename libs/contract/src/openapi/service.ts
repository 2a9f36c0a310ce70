interface ServiceText {
  /** What one object of the service is called, with its article. */
  readonly one: string;
  readonly many: string;
  readonly description: string;
  /** How reading differs from what the definition says. Requests in it are sent by a test. */
  readonly reading?: string;
}

const texts: Readonly<Record<string, ServiceText>> = {
  'ym-auction-tier': {
    one: 'an auction tier',
    many: 'auction tiers',
    description:
      'A tier names buyers, a minimum net price and, optionally, a targeting profile. Of the tiers whose conditions a bid meets, the one with the highest priority wins; among equal priorities one is drawn at random. `include` ranks the bid before the bids of all lower tiers, whatever their prices; `exclude` removes it from the auction. `min_price` is compared with the net bid: the bid less the fee.',
    reading:
      '`GET /ym-auction-tier?ym_profile_id=1&sort=priority.desc` gives the tiers of one yield management profile in the order in which they are checked, `GET /ym-auction-tier?id=5,7` gives two tiers, `GET /ym-auction-tier?min_priority=7&member_action=include` those that meet both conditions.',
  },
  'ym-profile': {
    one: 'a yield management profile',
    many: 'yield management profiles',
    description:
      'The container that tiers belong to. An auction names it by its id, or by a publisher that it lists. One that has tiers cannot be deleted.',
    reading: '`GET /ym-profile?publisher_id=9` gives the one that lists this publisher.',
  },
  profile: {
    one: 'a targeting profile',
    many: 'targeting profiles',
    description:
      'Decides which impressions a tier applies to. All dimensions that are set must pass; within a dimension any of its values may match. A profile without dimensions matches every impression. One that a tier uses cannot be deleted. The section Targeting above lists the dimensions.',
    reading: '`GET /profile?like_name=york` searches by a part of the name.',
  },
  draft: {
    one: 'a draft',
    many: 'drafts',
    description:
      'Tiers that are to replace those of a yield management profile, in one step, at once or at a time. A new draft without tiers begins with those that are live; `POST /draft?from=1` needs no body. Only `open` and `suspended` drafts may be changed, and a change of the content voids its approval. The member setting `publishing` says whether tiers may change without a draft.',
  },
  forecast: {
    one: 'a forecast',
    many: 'forecasts',
    description:
      'What the comparison of a draft promised when the draft was published, and what the same comparison says of the auctions that were recorded since, once as many days have passed: with the tiers as they were, and with those of the draft. The service writes forecasts; nobody can change or delete one.',
    reading: '`GET /forecast?ym_profile_id=1&sort=id.desc` gives those of one yield management profile, newest first.',
  },
  'platform-member': {
    one: 'a platform member',
    many: 'platform members',
    description:
      'The directory of buyers. All users read it; only administrators write. Its ids are those that bids and `buyer_members` name.',
    reading: '`GET /platform-member?name=Saffron Travel` finds a buyer by its whole name.',
  },
  member: {
    one: 'a member',
    many: 'members',
    description:
      'A member is an account. The users of a seller read its settings, and its managers change them; an administrator creates members and sees all of them. With `first_ym_profile`, a member and its first yield management profile are made in one step. `record_share` is the share of its auctions that is recorded.',
  },
  user: {
    one: 'a user',
    many: 'users',
    description:
      'A user logs in with a password. Administrators create, change and delete users, and managers those of their own member. Another user of a seller sees itself. A user changes its own password with `password` and `current_password`, or with `new_password` of `POST /auth`. `reset_password`, and a create without `password`, draw a one-time password, which is in this answer only. A new password ends all tokens of the user; its API keys stay valid. While a user is disabled, none of its credentials is accepted.',
  },
  'api-key': {
    one: 'an API key',
    many: 'API keys',
    description:
      'An API key is a long-lived credential, for programs. A user creates and deletes its own keys, a manager those of the users of its member, an administrator those of every user. The key itself is only in the answer that creates it. A deleted key is refused everywhere within five seconds.',
  },
  dma: {
    one: 'a designated market area',
    many: 'designated market areas',
    description: 'The 210 television markets of the US, by their Nielsen numbers. Read-only.',
    reading:
      '`GET /dma?name=new york ny` finds a market by its whole name, in any case. `GET /dma?like_name=IN` with a two-letter US state code gives the markets of that state; any other text is searched for in the names: `GET /dma?like_name=spring`.',
  },
  country: {
    one: 'a country',
    many: 'countries',
    description: 'Countries by ISO 3166-1. Read-only.',
    reading: '`GET /country?code=de,fr` finds countries by their codes.',
  },
  'change-log': {
    one: 'a change',
    many: 'changes',
    description:
      'Every change of a stored object, with its user, its time, and the object before and after. Read-only; newest first, in pages of 100.',
    reading:
      '`GET /change-log?service=ym-auction-tier&resource_id=5` gives the history of one tier, `GET /change-log?min_created_on=2026-01-01&num_elements=10` the last ten changes since a day.',
  },
};

/** The words for a service. */
export function textOf(service: string): ServiceText {
  const text = texts[service];
  if (text === undefined) throw new Error(`The service ${service} has no words in openapi/service.ts.`);
  return text;
}
