import type { Dialect } from '../dialect/dialect';
import { readDetailedImport } from '../readers/read-detailed-import';
import { readListedImports } from '../readers/read-listed-imports';
import { shapeOfDetailed, shapeOfListed, type ResponseShape } from './response-shapes';
import type { Section, ResponseSample } from './format-dialect';

export type FindingArea = 'live' | 'sandbox' | 'source_tool' | 'redirect' | 'shape';

/** `bad` needs action. Messages must not contain secrets. */
export interface Finding {
  readonly area: FindingArea;
  readonly grade: 'good' | 'note' | 'bad';
  readonly message: string;
}

export function createFindingsCollector(dialect: Dialect) {
  const findings: Finding[] = [];
  const questions: string[] = [];
  const hostsToAllow: string[] = [];
  const samples = new Map<Section, ResponseSample>();
  /** The last sample counts: live responses come after those of the sandbox. */
  const addSample = (section: Section, shape: ResponseShape, read: ResponseSample['read']): void =>
    void samples.set(section, { section, shape, read });
  return {
    dialect,
    findings,
    questions,
    hostsToAllow,
    samples,
    toolValue: dialect.toolValue,
    good: (area: FindingArea, message: string) => void findings.push({ area, grade: 'good', message }),
    note: (area: FindingArea, message: string) => void findings.push({ area, grade: 'note', message }),
    bad: (area: FindingArea, message: string) => void findings.push({ area, grade: 'bad', message }),
    addSample,
    addListedSample: (json: unknown): void =>
      addSample('listed', shapeOfListed(json, dialect), (using) => readListedImports(json, using)),
    addDetailedSample: (json: unknown, requestedId: string): void =>
      addSample('detailed', shapeOfDetailed(json, dialect, requestedId), (using) => readDetailedImport(json, using)),
  };
}

export type FindingsCollector = ReturnType<typeof createFindingsCollector>;
