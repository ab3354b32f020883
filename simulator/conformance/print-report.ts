import { sectionTitles } from './check';
import type { Result } from './run-conformance';

const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' } as const;

/** Prints each sentence as it is decided; the last line counts. */
export function createReport(print: (line: string) => void): {
  add(result: Result): void;
  end(results: readonly Result[]): void;
} {
  let section: Result['section'] | undefined;
  return {
    add(result) {
      if (result.section !== section) {
        section = result.section;
        print('');
        print(`${section}. ${sectionTitles[section]}`);
      }
      print(`  ${marks[result.outcome]}  ${result.sentence}`);
      if (result.detail !== undefined) print(`          ${result.detail}`);
      for (const note of result.notes) print(`          note: ${note}`);
    },
    end(results) {
      const count = (outcome: Result['outcome']): number =>
        results.filter((result) => result.outcome === outcome).length;
      print('');
      print(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
    },
  };
}
