import type { ApiReport } from '../../schema/replay-report.ts';
import { counted } from '../figure.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { nameHtml } from '../name.ts';

/** What the API that decided the auctions answered. */
export function apiHtml({ url, ym_profile_id: id, answered, lost, losses, different, differences }: ApiReport): Html {
  const compared = different === null ? '' : `, ${counted(different, 'auction')} decided otherwise than here`;
  return html`<p class="lead">${nameHtml(url)}, ym-profile ${String(id)}: ${counted(answered, 'auction')} answered, ${counted(lost, 'auction')} lost${compared}.</p>
${listHtml('Lost', losses)}${listHtml('Decided otherwise', differences)}`;
}

function listHtml(title: string, lines: readonly string[]): Html | null {
  if (lines.length === 0) return null;
  return html`<h3>${title}</h3>
<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>
`;
}
