// Apart from the schemas: the browser needs them without zod.

/** How many imports the timeline of a customer covers at first, and how many each "Show more" adds. */
export const customerPageSize = 20;
/** More than this are not merged into one timeline. */
export const maxCustomerTimelines = 200;
