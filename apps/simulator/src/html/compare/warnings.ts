import type { CompareReport } from '../../schema/compare-report.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { nothing } from '../section.ts';

/** Why the figures may say less than they seem to. */
export function warningsHtml({ warnings }: CompareReport['support']): Html {
  if (warnings.length === 0) return nothing('The log supports the figures: there is nothing to bear in mind.');
  return html`<ul class="findings">${warnings.map(
    ({ code, message }) =>
      html`<li class="warning"><span class="sign" aria-hidden="true">!</span><div><p>${message} <code>${code}</code></p></div></li>
`,
  )}</ul>
`;
}
