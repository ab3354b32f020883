import { z } from 'zod';

export interface Count {
  passed: number;
  failed: number;
}

const withStatus = z.object({ status: z.string() });
const vitestReport = z.object({
  testResults: z.array(withStatus.extend({ assertionResults: z.array(withStatus) })),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number() }),
  errors: z.array(z.unknown()).default([]),
});

/** A failed stage counts as at least one failure, because a crashed runner counts nothing. */
export function countStage({ succeeded, counted }: { succeeded: boolean; counted?: Count | undefined }): Count {
  const { passed, failed } = counted ?? { passed: 0, failed: 0 };
  return { passed, failed: succeeded ? failed : Math.max(failed, 1) };
}

/** Counts the report of vitest's json reporter. */
export function countVitest(report: unknown): Count | undefined {
  const { data } = vitestReport.safeParse(report);
  if (data === undefined) return undefined;
  const total = { passed: 0, failed: 0 };
  for (const { status, assertionResults } of data.testResults) {
    const failed = assertionResults.filter((result) => result.status === 'failed').length;
    total.passed += assertionResults.filter((result) => result.status === 'passed').length;
    // A file that fails to load contains no failed test.
    total.failed += failed === 0 && status === 'failed' ? 1 : failed;
  }
  return total;
}

/** Counts the report of Playwright's json reporter. A flaky test counts as neither passed nor failed. */
export function countPlaywright(report: unknown): Count | undefined {
  const { data } = playwrightReport.safeParse(report);
  if (data === undefined) return undefined;
  const { expected, unexpected } = data.stats;
  return { passed: expected, failed: unexpected === 0 && data.errors.length > 0 ? 1 : unexpected };
}
