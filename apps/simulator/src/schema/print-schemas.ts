// Prints the published JSON Schemas of reports, all in one object by their names, for tools/generate/report-schemas.ts.

import { reportSchemas } from './schemas.ts';

process.stdout.write(JSON.stringify(reportSchemas()));
