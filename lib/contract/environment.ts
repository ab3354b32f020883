import * as z from 'zod/mini';
import './base-schemas';

/** The environment belongs to the tab (`?env=sandbox`), never to a cookie. */
export const environmentSchema = z.enum(['live', 'sandbox']);
export type Environment = z.infer<typeof environmentSchema>;

export const environmentHeader = 'x-landfall-environment';
