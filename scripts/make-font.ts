import { writeFileSync } from 'node:fs';
import { fontFile, makeFont } from './steps/make-font';

writeFileSync(fontFile, await makeFont());
