import type { Dialect } from '../dialect';
import { readDetailedImport } from '../read-detailed-import';
import { readListedImports } from '../read-listed-imports';
import { shapeOfDetailed, shapeOfListed, type Shape } from './trace-shapes';
import type { Section, Seen } from './write-dialect';

export type Part = 'live' | 'sandbox' | 'source_tool' | 'redirect' | 'shape';

/** `bad`: somebody has to do something. `note`: good to know. No sentence holds a secret. */
export interface Finding {
  readonly part: Part;
  readonly grade: 'good' | 'note' | 'bad';
  readonly says: string;
}

/** What one examination has found so far. */
export function createCaseNotes(dialect: Dialect) {
  const findings: Finding[] = [];
  const questions: string[] = [];
  const hostsToAllow: string[] = [];
  const seen = new Map<Section, Seen>();
  /** What was seen last counts: live answers come after those of the sandbox. */
  const see = (section: Section, shape: Shape, read: Seen['read']): void =>
    void seen.set(section, { section, shape, read });
  return {
    findings,
    questions,
    hostsToAllow,
    seen,
    toolValue: dialect.toolValue,
    say: (part: Part, grade: Finding['grade'], says: string): void => void findings.push({ part, grade, says }),
    see,
    seeListed: (json: unknown): void =>
      see('listed', shapeOfListed(json, dialect), (using) => readListedImports(json, using)),
    seeDetailed: (json: unknown, askedId: string): void =>
      see('detailed', shapeOfDetailed(json, dialect, askedId), (using) => readDetailedImport(json, using)),
  };
}

export type CaseNotes = ReturnType<typeof createCaseNotes>;
