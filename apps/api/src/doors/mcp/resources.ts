import { figures } from '@auction-tiers/contract/glossary';
import { roomTable } from '@auction-tiers/contract/rooms';
import type { McpServer } from '@modelcontextprotocol/server';

const mimeType = 'text/markdown';

/** Texts that an assistant may read to know what the answers speak of. */
const documents = [
  {
    name: 'glossary',
    title: 'Glossary',
    description: 'The figures and words of answers, with their units.',
    lines: Object.entries(figures).map(
      ([key, { name, unit, definition }]) =>
        `- **${name}** (${[key, unit].filter(Boolean).join(', ')}): ${definition}.`,
    ),
  },
  {
    name: 'rooms',
    title: 'Rooms of the page',
    description: 'What people do in each room of the page, and its address.',
    lines: Object.entries(roomTable).map(([path, { entry, about }]) => `- **${entry.title}** (/app${path}): ${about}`),
  },
];

/** Lets the server's client list and read the documents. They are the same for every caller. */
export function serveResources(server: McpServer): void {
  for (const { name, title, description, lines } of documents) {
    server.registerResource(name, `auction-tiers://${name}`, { title, description, mimeType }, ({ href: uri }) => ({
      contents: [{ uri, mimeType, text: lines.join('\n') }],
    }));
  }
}
