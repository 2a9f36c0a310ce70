import type { HttpFigures } from '../http/figures.ts';
import { capacityTable, latencyTable } from '../http/http-table.ts';
import { toMarkdown } from '../table.ts';

/** The part of the report about the service over HTTP. */
export function httpSection({ rows, rounds, connections }: HttpFigures): string {
  return `## Over HTTP

The service as its users start it, in a process of its own with a durable Redis of its own, against the least that does the same: \`node:http\` that parses the same body and writes an answer of the same size; the same auctions in a loop without HTTP; an empty tRPC procedure with the same input; an express route with one Redis command. Asked from another process over ${connections} connections (batches over fewer), each of which asks again when it has its answer. Medians of ${rounds} rounds in which both sides ran next to each other; ratios are taken within a round. *Processor* is what the server's process used for one; *of bare* behind it is how much of that the bare side needed. *Busy* is how much of a core the server had: well below 100 %, something else was the limit, and the ratio of processor time says more. Every answer was compared with what the engine gives to the same request in another process, or read back.

${toMarkdown(capacityTable(rows))}

At a fixed rate, half of what the slower side can do, counted from the moment each request was due; the latencies of all rounds in one histogram:

${toMarkdown(latencyTable(rows))}`;
}
