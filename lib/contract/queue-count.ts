import { z } from 'zod';
import { count } from './base-schemas';

/** Apart from the queue's schemas, because every staff page loads it. */
export const queueCountSchema = z.object({ waiting: count });
export type QueueCount = z.infer<typeof queueCountSchema>;
