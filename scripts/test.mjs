import { nodeVersionProblem } from './steps/check-node.mjs';

// Newer syntax may only be loaded after the version check.
const problem = nodeVersionProblem(process.versions.node);
if (problem) {
  console.error(problem);
  console.log('Tests: 0 passed, 1 failed');
  process.exitCode = 1;
} else {
  import('./steps/test-landfall.mjs').then((module) => module.testLandfall(process.argv.slice(2)));
}
