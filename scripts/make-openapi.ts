import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { makeDocument } from '../lib/openapi/make-document';

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
writeFileSync('lib/openapi/openapi.json', `${JSON.stringify(makeDocument(version), null, 2)}\n`);
