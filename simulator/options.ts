import type { BrokenRule } from './broken-rules';
import type { Clock } from './clock';
import type { FaultRuleInput } from './faults/fault-rules';
import type { WebhookSettingsInput } from './webhooks/webhook-settings';

/** The same options as the command-line flags. */
export interface SimulatorOptions {
  host?: string | undefined;
  port?: number | undefined;
  token?: string | undefined;
  seed?: string | undefined;
  /** Divides the duration of work. */
  speed?: number | undefined;
  clock?: Clock | undefined;
  state?: string | undefined;
  world?: boolean | number | undefined;
  /** Random customer activity: true, or the average milliseconds between actions. */
  trickle?: boolean | number | undefined;
  /** Imports created through the API progress as if their customers clicked. */
  autopilot?: boolean | undefined;
  dialect?: string | undefined;
  webhook?: WebhookSettingsInput | undefined;
  /** The partner's page for customers who request the full migration. */
  fullRequest?: { url: string; param?: string | undefined } | undefined;
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
  trickleMs: 120_000,
  autopilotMs: 8_000,
  rate: 10,
  fullRequestParam: 'token',
  dialect: 'plain',
} as const;
