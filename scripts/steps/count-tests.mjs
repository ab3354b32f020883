/** @typedef {{ passed: number, failed: number }} Count */

/**
 * A failed stage counts as at least one failure, because a crashed runner counts nothing.
 *
 * @param {{ succeeded: boolean, counted: Count | undefined }} outcome
 * @returns {Count}
 */
export function countStage({ succeeded, counted }) {
  const { passed, failed } = counted ?? { passed: 0, failed: 0 };
  return { passed, failed: succeeded ? failed : Math.max(failed, 1) };
}

/**
 * @param {unknown} report of vitest's json reporter
 * @returns {Count | undefined}
 */
export function countVitest(report) {
  const files = readField(report, 'testResults');
  if (!Array.isArray(files)) return undefined;
  let passed = 0;
  let failed = 0;
  for (const file of files) {
    const tests = readField(file, 'assertionResults');
    const states = Array.isArray(tests) ? tests.map((test) => readField(test, 'status')) : [];
    const failedHere = states.filter((state) => state === 'failed').length;
    passed += states.filter((state) => state === 'passed').length;
    // A file that fails to load contains no failed test.
    failed += failedHere === 0 && readField(file, 'status') === 'failed' ? 1 : failedHere;
  }
  return { passed, failed };
}

/**
 * A flaky test counts as neither passed nor failed.
 *
 * @param {unknown} report of Playwright's json reporter
 * @returns {Count | undefined}
 */
export function countPlaywright(report) {
  const passed = readField(readField(report, 'stats'), 'expected');
  const failed = readField(readField(report, 'stats'), 'unexpected');
  const errors = readField(report, 'errors');
  if (typeof passed !== 'number' || typeof failed !== 'number') return undefined;
  return { passed, failed: failed === 0 && Array.isArray(errors) && errors.length > 0 ? 1 : failed };
}

/** @param {Count} sum */
export function summaryLine({ passed, failed }) {
  return `Tests: ${passed} passed, ${failed} failed`;
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {unknown}
 */
function readField(value, name) {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
