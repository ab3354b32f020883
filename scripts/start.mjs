import { nodeVersionProblem } from './steps/check-node.mjs';

// Newer syntax may only be loaded after the version check.
const problem = nodeVersionProblem(process.versions.node);
if (problem) {
  console.error(problem);
  process.exitCode = 1;
} else {
  import('./steps/start-landfall.mjs').then((module) => module.startLandfall(process.argv.slice(2)));
}
