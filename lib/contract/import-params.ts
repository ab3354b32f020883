import * as z from 'zod/mini';
import { isImportId } from './import-id';
import './base-schemas';

/** The `[id]` of a route: Next hands it decoded. */
export const importParamsSchema = z.object({ id: z.string().check(z.refine(isImportId)) });
