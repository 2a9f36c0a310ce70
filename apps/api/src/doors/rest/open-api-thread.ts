// Runs in a thread of its own, which `documents.ts` starts: makes the OpenAPI document, and ends.

import { parentPort } from 'node:worker_threads';
import { createOpenApiDocument } from '@auction-tiers/contract/openapi';

parentPort?.postMessage(JSON.stringify(createOpenApiDocument()), []);
