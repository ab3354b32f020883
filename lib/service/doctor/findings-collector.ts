import type { Dialect } from '../dialect/dialect';
import { readDetailedImport } from '../readers/read-detailed-import';
import { readListedImports } from '../readers/read-listed-imports';
import { shapeOfDetailed, shapeOfListed, type ResponseShape } from './response-shapes';
import type { Section, ResponseSample } from './format-dialect';

export type FindingArea = 'live' | 'sandbox' | 'source_tool' | 'redirect' | 'shape';

/** `bad`: somebody has to do something. `note`: good to know. No sentence holds a secret. */
export interface Finding {
  readonly area: FindingArea;
  readonly grade: 'good' | 'note' | 'bad';
  readonly message: string;
}

/** What one examination has found so far. */
export function createFindingsCollector(dialect: Dialect) {
  const findings: Finding[] = [];
  const questions: string[] = [];
  const hostsToAllow: string[] = [];
  const samples = new Map<Section, ResponseSample>();
  /** What was seen last counts: live answers come after those of the sandbox. */
  const see = (section: Section, shape: ResponseShape, read: ResponseSample['read']): void =>
    void samples.set(section, { section, shape, read });
  return {
    findings,
    questions,
    hostsToAllow,
    samples,
    toolValue: dialect.toolValue,
    addFinding: (part: FindingArea, grade: Finding['grade'], message: string): void =>
      void findings.push({ area: part, grade, message }),
    addSample: see,
    addListedSample: (json: unknown): void =>
      see('listed', shapeOfListed(json, dialect), (using) => readListedImports(json, using)),
    addDetailedSample: (json: unknown, askedId: string): void =>
      see('detailed', shapeOfDetailed(json, dialect, askedId), (using) => readDetailedImport(json, using)),
  };
}

export type FindingsCollector = ReturnType<typeof createFindingsCollector>;
