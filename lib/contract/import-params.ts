import * as z from 'zod/mini';
import { isImportId } from './import-id';
import './base-schemas';

/** Next has already decoded it. */
export const importParamsSchema = z.object({ id: z.string().check(z.refine(isImportId)) });
