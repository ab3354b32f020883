import manifest from '../../package.json' with { type: 'json' };

/** For people, metrics and health checks. The OpenAPI document has it too, which anyone can read. */
export const { version } = manifest;
