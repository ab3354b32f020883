/** `create` includes `read`. */
export const keyScopes = ['read', 'create'] as const;
export type KeyScope = (typeof keyScopes)[number];
