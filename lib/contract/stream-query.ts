import * as z from 'zod/mini';
import { text } from './base-schemas';

/** For resuming in another tab: EventSource cannot set headers. */
export const streamQuerySchema = z.object({ after: z.optional(text(20)) });
