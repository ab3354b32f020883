import type { Environment } from '../contract/environment';

/** Every key starts with the noun and the environment, so that a change affects only matching queries. */
export const queryKeys = {
  tools: (environment: Environment, family: string) => ['tools', environment, family] as const,
  imports: (environment: Environment, query: string) => ['imports', environment, query] as const,
  counts: (environment: Environment) => ['imports', environment, 'counts'] as const,
  lookup: (environment: Environment, username: string) => ['lookup', environment, username] as const,
  import: (environment: Environment, id: string) => ['import', environment, id] as const,
  attempts: (environment: Environment) => ['attempts', environment] as const,
  attempt: (environment: Environment, id: string) => ['attempts', environment, id] as const,
  queue: (environment: Environment) => ['queue', environment] as const,
};
