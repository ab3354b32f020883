import type { CheckContext } from './create-check-context';

/**
 * What a check does to the service. `reads` and `sandbox` are harmless anywhere; `creates` and `bursts` need leave,
 * except on loopback; `limits` may be left out; `control` needs the control endpoints of the simulator.
 */
export type Need = 'reads' | 'sandbox' | 'creates' | 'bursts' | 'limits' | 'control';

export interface Check {
  section: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
  /** Quoted from the document. */
  sentence: string;
  needs: readonly Need[];
  run(bench: CheckContext): Promise<void>;
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
