/** The environment belongs to the tab (`?env=sandbox`), never to a cookie. */
export const environments = ['live', 'sandbox'] as const;
export type Environment = (typeof environments)[number];

export const environmentHeader = 'x-landfall-environment';
