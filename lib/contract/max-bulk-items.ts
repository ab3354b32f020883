// Apart from the schemas: the browser needs it without zod.
export const maxBulkItems = 200;
