import manifest from '../../package.json' with { type: 'json' };

/** Of this build, for people, metrics and health checks. The OpenAPI document has it too, which anyone can read. */
export const { version } = manifest;
