import { writeFileSync } from 'node:fs';
import { makeResponseShapes, shapesFile } from './steps/make-response-shapes';

writeFileSync(shapesFile, makeResponseShapes());
