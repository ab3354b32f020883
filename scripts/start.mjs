import { complainAboutNode } from './steps/check-node.mjs';

// Whatever comes next is written for a Node that is new enough, so it is read only after this check.
const complaint = complainAboutNode(process.versions.node);
if (complaint) {
  console.error(complaint);
  process.exitCode = 1;
} else {
  import('./steps/start-landfall.mjs').then((module) => module.startLandfall(process.argv.slice(2)));
}
