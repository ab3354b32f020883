import type { BrokenRule } from './broken-rules';
import type { Clock } from './clock';
import type { FaultRuleInput } from './faults/fault-rules';
import type { WebhookSettingsInput } from './webhooks/webhook-settings';

/** Everything a simulator can be told at its start; the flags of the command line say the same. All are optional. */
export interface SimulatorOptions {
  host?: string | undefined;
  /** 0 takes any free port. */
  port?: number | undefined;
  token?: string | undefined;
  seed?: string | undefined;
  /** How many times faster than life work is done. */
  speed?: number | undefined;
  clock?: Clock | undefined;
  /** The state file; without one nothing outlives the process. */
  state?: string | undefined;
  /** Seed a believable world, once: true, or how many imports. */
  world?: boolean | number | undefined;
  /** New activity while it runs: true, or one act on the average of so many milliseconds. */
  trickle?: boolean | number | undefined;
  /** Imports made through the API move on by themselves, as if their customers clicked. */
  autopilot?: boolean | undefined;
  /** Name of a dialect, or `random:SEED`. */
  dialect?: string | undefined;
  webhook?: WebhookSettingsInput | undefined;
  /** The partner's page for customers who ask for the full migration. */
  fullRequest?: { url: string; param?: string | undefined } | undefined;
  /** Requests in any sliding second. */
  rate?: number | undefined;
  broken?: readonly BrokenRule[] | undefined;
  faults?: readonly FaultRuleInput[] | undefined;
}

export const defaults = {
  host: '127.0.0.1',
  port: 4010,
  token: 'simulator-token',
  seed: 'landfall',
  worldSize: 400,
  trickleMs: 8_000,
  rate: 10,
  fullRequestParam: 'token',
} as const;
