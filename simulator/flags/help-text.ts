import { brokenRules } from '../broken-rules';
import { namedDialects } from '../dialects/named-dialects';
import { defaults } from '../options';
import { webhookSchemes } from '../webhooks/sign-webhook';

export function helpText(): string {
  return `Plays the Import Migration Service, whole, on this machine.

Usage: npm run simulator -- [flags]

  --port N                  port to listen on (${defaults.port}; 0 takes a free one)
  --host NAME               address to listen on (${defaults.host})
  --token TEXT              the API token it accepts (${defaults.token})
  --seed TEXT               chance that can be repeated (${defaults.seed})
  --speed N                 how many times faster than life migrations run (1; 60 makes minutes seconds)
  --state FILE              keep imports in this file, so that they survive a restart

  --world                   seed about ${defaults.worldSize} imports over 90 days, once a state file
  --world-size N            seed so many
  --trickle                 customers come and act while it runs
  --trickle-ms N            one act on the average of so many milliseconds (${defaults.trickleMs})
  --autopilot               imports made through the API move on as if their customers clicked

  --dialect NAME            ${Object.keys(namedDialects).join(', ')}, or random:SEED (plain)
  --webhook-url URL         where to send webhooks; none are sent without it
  --webhook-secret TEXT     sign them under this secret
  --webhook-scheme NAME     ${webhookSchemes.join(', ')}
  --webhook-header NAME     header of the signature (X-Signature)
  --webhook-prefix TEXT     in front of a plain signature, such as sha256=
  --webhook-fault K[=N]     drop, double, reorder, stale, wrongSignature as a share of 0 to 1, delayMs; repeatable
  --full-request-url URL    the partner's page for customers who ask for the full migration
  --full-request-param NAME parameter with which it receives the import's token (${defaults.fullRequestParam})

  --rate N                  requests allowed in any sliding second (${defaults.rate})
  --fault RULE              JSON, or KIND[=NUMBER] [METHOD] [PATH] [xTIMES]; repeatable, such as
                            latency=200, 'error-500 POST /imports', 'reset-after POST /imports/*/payment/accept x1'
  --break RULE              break one rule of the interface, for the conformance suite to find; repeatable:
${Object.entries(brokenRules)
  .map(([rule, meaning]) => `                              ${rule.padEnd(22)}${meaning}`)
  .join('\n')}

  --help                    this text

Control endpoints for tests and demos answer under /control on this machine: see simulator/control/README.md.
`;
}
