import { isImportId } from './import-id';
import { z } from './z';

/** The `[id]` of a route: Next hands it decoded. */
export const importParamsSchema = z.object({ id: z.string().check(z.refine(isImportId)) });
