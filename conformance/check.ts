import type { CheckContext } from './create-check-context';

/** `creates` and `bursts` need --creates-and-may-cost-money, except on loopback. `control` needs the simulator's control API. */
export type Need = 'reads' | 'sandbox' | 'creates' | 'bursts' | 'limits' | 'control';

export interface Check {
  section: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  /** Quoted from the interface document. */
  sentence: string;
  needs: readonly Need[];
  run(context: CheckContext): Promise<void>;
}

export const sectionTitles: Record<Check['section'], string> = {
  1: 'What the service does',
  2: 'Resources and their fields',
  3: 'States and transitions',
  4: 'Endpoints',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
  9: 'Versioning',
};
