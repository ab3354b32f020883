import type { ImportFilter } from '../imports/import-filter';

/** Everything of the live environment that is still there. */
export const liveImports: ImportFilter = {
  environment: 'live',
  statusKeys: [],
  tools: [],
  families: [],
  decisions: [],
  creators: [],
  tags: [],
  warnings: 'any',
  gone: 'hide',
  stuckSince: undefined,
  searchTerms: [],
};
