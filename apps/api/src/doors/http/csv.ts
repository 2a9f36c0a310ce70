import type { IncomingMessage } from 'node:http';
import express from 'express';

export const csvMediaType = 'text/csv';

/** Whether the client accepts CSV rather than JSON. */
export const isCsvWanted = (request: IncomingMessage): boolean =>
  express.request.accepts.call(request, 'application/json', csvMediaType) === csvMediaType;

/** The header `content-type` of the text. */
export const csvType = 'text/csv; charset=utf-8; header=present';
