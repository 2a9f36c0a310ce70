import { createOpenApiDocument } from '@auction-tiers/contract/openapi';
import { writeFileSync } from 'node:fs';
writeFileSync('/tmp/w/ch/doc.json', JSON.stringify(createOpenApiDocument()));
