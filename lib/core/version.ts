import manifest from '../../package.json' with { type: 'json' };

/** Of this build, for people, metrics and health checks. Never shown to anyone who is not signed in. */
export const { version } = manifest;
