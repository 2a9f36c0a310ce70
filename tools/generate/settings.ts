// Writes docs/settings.md from the service's settings; with --check it writes nothing and exits 1 if it would.

import { valueOfApp, writeGenerated } from './write.ts';

const command = 'node tools/run.mjs tools/generate/settings.ts';

interface SettingRow {
  readonly name: string;
  readonly initial: string | null;
  readonly allowed: string;
  readonly description: string;
}

process.exitCode = writeGenerated(command, process.argv.slice(2), () => ({
  'docs/settings.md': page(valueOfApp('apps/api/src/settings/settings.ts', 'settingRows') as SettingRow[]),
}));

function page(rows: readonly SettingRow[]): string {
  const cells = rows.map(({ name, initial, allowed, description }) => [
    `\`${name}\``,
    initial === null ? 'not set' : `\`${initial}\``,
    description,
    allowed,
  ]);
  const table = [['setting', 'initially', 'meaning', 'allowed'], ['---', '---', '---', '---'], ...cells];
  return `<!-- Generated from apps/api/src/settings: ${command} -->

# Settings

Settings are environment variables; an empty one counts as not set. The service reads all of them at its start, in \`apps/api/src/settings\`. Where one is wrong it does not start: it names every problem with the value seen and what is allowed, and ends with status 2.

${table.map((row) => `| ${row.join(' | ')} |`).join('\n')}

The exporter of traces also reads the variables of OpenTelemetry about the way to the collector, such as headers and certificates. Outside of the service: \`DEBUG=1\` (errors with their stack traces), and \`AUCTION_TIERS_KEY\` (the API key of the simulator's \`--api\`). A name that is nearly that of a setting ends the start, with the setting that it may be meant to be.
`;
}
