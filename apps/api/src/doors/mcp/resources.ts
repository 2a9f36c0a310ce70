import { figures } from '@auction-tiers/contract/glossary';
import { roomHelps, type RoomPath, roomTitles } from '@auction-tiers/contract/rooms';
import { type Resource, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';

/** A text that an assistant may read to know what the answers speak of. */
interface Document extends Resource {
  readonly text: string;
}

const mimeType = 'text/markdown';

const documents: readonly Document[] = [
  {
    uri: 'auction-tiers://glossary',
    name: 'glossary',
    title: 'Glossary',
    description: 'The figures and words of answers, with their units.',
    mimeType,
    text: Object.entries(figures)
      .map(
        ([key, { name, unit, definition }]) =>
          `- **${name}** (${[key, unit].filter(Boolean).join(', ')}): ${definition}.`,
      )
      .join('\n'),
  },
  {
    uri: 'auction-tiers://rooms',
    name: 'rooms',
    title: 'Rooms of the page',
    description: 'What people do in each room of the page, and its address.',
    mimeType,
    text: (Object.keys(roomHelps) as RoomPath[])
      .map((path) => `- **${roomTitles[path]}** (/app${path}): ${roomHelps[path].about}`)
      .join('\n'),
  },
];

/** Lets the server's client list and read the documents. They are the same for every caller. */
export function serveResources(server: Server): void {
  server.setRequestHandler('resources/list', () => ({
    resources: documents.map(({ text: _text, ...listed }) => listed),
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const found = documents.find((one) => one.uri === uri);
    if (found === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType, text: found.text }] };
  });
}
