import { z } from 'zod';
import { text } from './base-schemas';

/** For resuming in another tab: EventSource cannot set headers. */
export const streamQuerySchema = z.object({ after: text(20).optional() });
