import type { CompareReport } from '../../schema/compare-report.ts';
import { counted } from '../figure.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { nothing } from '../section.ts';

const signs = { error: '✕', warning: '!', info: 'i' } as const;

/** What lint says of the draft, what is new before what the current tiers have as well. */
export function lintHtml({ findings, resolved }: CompareReport['lint']): Html {
  const gone =
    resolved === 0
      ? null
      : html`<p class="note">${counted(resolved, 'finding')} of the current tiers ${resolved === 1 ? 'is' : 'are'} gone.</p>
`;
  if (findings.length === 0) return html`${nothing('Lint has nothing to say against the draft.')}${gone}`;
  const ordered = findings.toSorted((left, right) => Number(right.is_new) - Number(left.is_new));
  return html`<ul class="findings">${ordered.map(
    ({ severity, message, advice, is_new: isNew, code }) =>
      html`<li class="${severity}"><span class="sign" aria-hidden="true">${signs[severity]}</span><div><p><b>${isNew ? 'New ' : ''}${severity}</b> ${message}</p><p class="advice">${advice} <code>${code}</code></p></div></li>
`,
  )}</ul>
${gone}`;
}
