import { sectionTitles } from './check';
import type { CheckResult } from './run-conformance';

const marks = { passed: 'ok  ', failed: 'FAIL', skipped: 'skip' } as const;

/** Prints each sentence as it is decided; the last line counts. */
export function createReportPrinter(print: (line: string) => void): {
  add(result: CheckResult): void;
  end(results: readonly CheckResult[]): void;
} {
  let section: CheckResult['section'] | undefined;
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
      const count = (outcome: CheckResult['outcome']): number =>
        results.filter((result) => result.outcome === outcome).length;
      print('');
      print(`${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`);
    },
  };
}
