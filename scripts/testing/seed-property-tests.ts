import fc from 'fast-check';

/**
 * Property tests use the same seed on every run. `LANDFALL_SEED=any npm test` picks a random one; a number repeats a
 * failed run.
 */
const seed = process.env.LANDFALL_SEED ?? '20261115';
if (seed !== 'any') fc.configureGlobal({ seed: Number(seed) });
