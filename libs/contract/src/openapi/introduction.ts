import { scopes, type Scope } from '../caller/caller.ts';
import { openRtbBounds } from '../auction/openrtb-body.ts';
import {
  defaultMemberMebibytes,
  defaultRequestsPerMinute,
  loginLock,
  maxAuctionWork,
  maxObjectBytes,
  maxPageBytes,
  revocationSeconds,
  tokenLife,
} from '../operation/limit.ts';
import { defaultPageSize, maxIds, maxPageSize } from '../query/list-input.ts';

const list = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n');

/** Reads a value of the demo's first seller from the file of credentials. */
const credential = (name: string) =>
  `$(grep demo-seller-1 .data/credentials.json | sed 's/.*"${name}":"\\([^"]*\\)".*/\\1/')`;

const start = `Decide which buyers come first in an ad auction. A seller owns yield management profiles (\`/ym-profile\`). Their tiers (\`/ym-auction-tier\`) name buyers, a minimum net price, a priority and, optionally, a targeting profile (\`/profile\`). \`POST /auction\` runs an auction by these tiers, \`POST /auction/explain\` also says why it ended as it did.

## Start

Every example on this page works as it is on a fresh demo without days, which \`DEMO_DAYS=0 npm start\` sets up; with days, drafts and revisions have other ids. An id that is not there yet is made by the first example of \`POST\`. Examples of answers show the first one or two elements of a list. The demo's credentials are in \`.data/credentials.json\`:

\`\`\`sh
KEY=${credential('api_key')}
curl -s 'http://127.0.0.1:3000/ym-auction-tier?id=5' -H "Authorization: $KEY"
\`\`\`

To send requests from this page, enter the key under **Authorize** and press **Try it out**.

All paths are served at \`/\` and, pinned to version 1, at \`/v1\`.`;

const scopeMeanings: Record<Scope, string> = {
  read: 'view objects and reports',
  draft: 'make and change drafts, compare them with the live tiers, ask for advice and approval; nothing live changes',
  write: 'create, modify and delete objects; an API key with `write` has `draft` too',
  auction: 'run auctions',
  publish:
    'publish and approve drafts, restore an earlier state, and undo a step; an API key with `write` has it unless `write_publishes` is false',
  manage: 'in the own member: create, change and disable users, create and delete their keys, change settings',
  admin: 'act for every member; create members, users and buyers',
};

const authorize = `## Authorize

Every request needs the header \`Authorization: Bearer <token>\`, except \`POST /auth\` and the health checks. An API key may take the place of the token, and \`Bearer\` may be left out:

${list([
  'An API key is made by `POST /api-key` with a token; valid until it is deleted, its `end_date`, or its user is disabled',
  `A token is made by \`POST /auth\` from a username and password; it ends ${tokenLife.idleHours} hours after its last use, ${tokenLife.hours} hours after it was made, when the password changes, and when its user is disabled`,
])}

\`\`\`sh
PASSWORD=${credential('password')}
curl -s http://127.0.0.1:3000/auth -d "{\\"auth\\":{\\"username\\":\\"demo-seller-1\\",\\"password\\":\\"$PASSWORD\\"}}"
\`\`\`

A credential that has ended is refused everywhere within ${revocationSeconds} seconds. ${loginLock.failures} failed logins within ${loginLock.minutes} minutes lock the username out for up to ${loginLock.minutes} minutes, for the network address that they came from (429), and failures with ${loginLock.usernames} usernames lock that address out. Each operation names the scope that it needs:

${list(scopes.map((scope) => `\`${scope}\`: ${scopeMeanings[scope]}`))}

A token has all scopes of its user: an administrator all, a user of a seller the scopes of its \`access\`. An API key has the scopes it was created with, as long as its user has them. A request without a valid credential is answered with 401: log in again. A request that its credential does not allow is answered with 403. An object of another member looks like one that does not exist: 404.`;

const exchange = `## Requests and answers

Bodies and answers are JSON in UTF-8. An object may be sent under its key, as in the examples \`wrapped\`, or alone. A body is read as JSON under the types \`application/json\`, \`text/plain\` and \`application/x-www-form-urlencoded\`, and without a type. An integer may also be sent as its decimal text (\`"7"\`); answers have numbers. An unknown field or parameter is refused, so that a typing error is never ignored. A read-only field is ignored with a warning, so that an object can be sent back as it was read.

Every answer has its data in \`response\`. A success always has the status 200, for \`POST\` too:

\`\`\`json
{
  "response": {
    "status": "OK",
    "count": 1,
    "id": 5,
    "ym-auction-tier": { "id": 5, "name": "Worked example: 2.00 net", "...": "..." },
    "dbg_info": { "output_term": "ym-auction-tier", "warnings": [], "...": "..." }
  }
}
\`\`\`

\`output_term\` names the key of the data, and \`warnings\` says what was ignored or changed. Prices are CPM: the price of 1,000 impressions. A net price is the gross price less the fee. Dates are \`YYYY-MM-DD HH:MM:SS\`, UTC. Names are compared without regard to case.`;

const lists = `## Lists

A list without parameters gives all objects, sorted by \`id\`. These parameters can be combined:

${list([
  '`id=7`: this object under its singular key; 404 when it does not exist',
  `\`id=7,8\`: the existing objects of these, at most ${maxIds} ids`,
  '`priority=5,6`: objects whose field has one of these values; a comma inside a value is written `\\,`, a backslash `\\\\`',
  '`not_priority=5`: objects whose field is null or none of these values',
  '`min_priority=5`, `max_priority=7`: objects whose number, price or date is at least or at most this',
  '`like_name=york`: objects whose text contains this text, in any case',
  '`null_code=true`: objects whose field has no value; `false`: those where it has one',
  '`search=york`: objects whose id, name or code contains this text',
  '`sort=priority.desc,name.asc`: another order',
  '`fields=id,name`: only these fields of each object',
  `\`start_element=0\`, \`num_elements=100\`: one page. With only one of the two, the other is 0 or ${defaultPageSize}; a page has at most ${maxPageSize} objects. \`count\` is the number of all that match`,
])}

\`GET /<service>/meta\` lists the fields of a service with their types, and which can be filtered and sorted by.`;

const writes = `## Writes

\`PUT\` changes only the fields that are sent; null clears a field that may be null. A new object has null in each such field that it is created without. An array is replaced, or with \`append=true\` merged: an element with the id of a present one replaces it, others are added. References are checked together with the write: a tier cannot name a profile that does not exist, and a profile that a tier uses cannot be deleted (409).

A write with the header \`Idempotency-Key\` can be sent again within 24 hours: it is done once, and gives the same answer. Send one with every write: it can then be repeated when its answer is lost or says OUTCOME_UNKNOWN. Every answer about one object has an \`ETag\`; a \`PUT\` or \`DELETE\` with that value in \`If-Match\` is refused with 412 when the object has changed since. An acknowledged write is seen by every read that starts after it.

A write with the header \`X-Change-Note\` (1 to 200 characters, UTF-8) shows the note at its changes in \`/change-log\`.`;

const targeting = `## Targeting

A targeting profile has a list of targets and an action for each dimension. All dimensions that are set must pass; within a dimension any target may match. Lists default to null and actions to \`exclude\`, so a profile without targets matches every impression.

- \`include\`: the value of the impression must be one of the targets. An impression without the value does not match. An \`include\` without targets is refused.
- \`exclude\`: the value must not be one of the targets. An impression without the value matches.

In \`inventory\` a match in any of the three lists counts. Of \`segment_targets\` all included segments are needed, or one with \`segment_boolean_operator\` \`or\`, and no excluded one. All entries of \`key_value_targets\` must hold. An impression with several sizes matches if one of them does.`;

const errors = `## Errors

A request that fails changes nothing. Its answer names all problems at once. \`error\` is for people and may change; programs use the status, \`error_id\`, \`error_code\` and the \`path\` of each issue.`;

const rates: Readonly<Record<string, number>> = defaultRequestsPerMinute;
const rateOf = (kind: keyof typeof defaultRequestsPerMinute, many: string): string =>
  rates[kind] === 0 ? `any number of ${many}` : `${rates[kind]} ${many}`;
const limits = `## Limits

A user may send ${rateOf('read', 'reads')}, ${rateOf('write', 'writes')} and ${rateOf('auction', 'auctions')} per minute, unless the operator has set other figures. Above them, requests are answered with 429 and the header \`Retry-After\`. While Redis cannot be reached, requests that need it get 503 and \`Retry-After\`; auctions, \`/dma\` and \`/country\` are served from memory. The size of a body is limited too: each operation names it.

${list([
  'objects of a member per service, and API keys of a user: a number set by the operator (409, `LIMIT`)',
  `one object: ${maxObjectBytes / 1024} KiB of JSON (409, \`LIMIT\`)`,
  `a member's objects together: ${defaultMemberMebibytes.stored} MiB of JSON, or what the operator sets (409, \`LIMIT\`)`,
  `a member's writes: ${defaultMemberMebibytes.writtenPerMinute} MiB of JSON per minute, or what the operator sets (429)`,
  `candidate entries (for each bid, the tiers that name its buyer) of an auction, or of a whole batch: ${maxAuctionWork} (400 before any auction is run)`,
  `an OpenRTB bid request: ${openRtbBounds.impressions} impressions, ${openRtbBounds.bidsPerImpression} bids on each of them, ${openRtbBounds.bids} bids of all responses, ${openRtbBounds.seats} seats, and ${openRtbBounds.values} formats, categories, keywords, segments and brands of browsers together (400 before any auction is run)`,
  `rows of one answer: ${maxPageBytes / 1024 / 1024} MiB of JSON (fewer rows, and \`next_element\` in \`dbg_info\`: the \`start_element\` of the next page)`,
])}`;

/** What applies to all operations, in Markdown. */
export const introduction = (): string =>
  [start, authorize, exchange, lists, writes, targeting, errors, limits].join('\n\n');
