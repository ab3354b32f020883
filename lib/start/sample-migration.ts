import type { CustomerMigration } from '../contract/customer-migration';
import { type KnownStatus, usualPath } from '../contract/status';
import { layoutUsualPath } from '../contract/usual-path';
import { layoutCustomerSteps } from '../import-detail/customer-steps';
import { findSituation } from '../import-detail/find-situation';
import type { SituationInput } from '../import-detail/situation-rules';
import type { StartLink } from './customer-links';
import type { StartDeps } from './start-deps';

const states = {
  connect: { status: 'Collecting credentials', decision: 'none', request: 'none' },
  sample: { status: 'Sample migration completed', decision: 'none', request: 'none' },
  accepted: { status: 'Sample migration completed', decision: 'accepted', request: 'customer' },
  completed: { status: 'Migration completed', decision: 'accepted', request: 'customer' },
} as const satisfies Record<string, Omit<SituationInput, 'whoPays'>>;

export const sampleUsername = 'kim@customer.example';

/** A made-up personal link. */
export const sampleStartLink: StartLink = {
  id: '',
  username: sampleUsername,
  instanceUrl: 'https://customer.example',
  tools: null,
  family: null,
  language: null,
  oneUse: false,
  expiresAt: '',
};

export type SampleState = keyof typeof states;

/** A made-up migration, for previews. */
export function sampleMigration(
  { clock, whoPays }: Pick<StartDeps, 'clock' | 'whoPays'>,
  state: SampleState,
): CustomerMigration {
  const input = states[state];
  const known: KnownStatus = input.status;
  const status = { text: known, known, family: 'unknown' as const };
  const timeline = usualPath
    .slice(0, usualPath.indexOf(known))
    .map((text) => ({ status: { ...status, text, known: text } }));
  const situation = findSituation({ ...input, whoPays });
  return {
    version: '',
    reference: '418207',
    username: sampleUsername,
    tool: 'Zendesk',
    instanceUrl: 'https://customer.example',
    steps: layoutCustomerSteps(layoutUsualPath({ row: { status, gone: false }, timeline, decisions: [] }), situation),
    usual: {},
    isSlow: false,
    situation,
    seenAt: clock.now().toISOString(),
    canContinue: true,
    canStartAgain: false,
    isStartedHere: true,
    warnings: [],
    warningCount: 0,
    warningRules: [],
    note: '',
    moved:
      state === 'connect'
        ? null
        : { records: [{ type: 'Tickets', count: 120 }], total: 120, usersMatched: 8, usersTotal: 9 },
    others: [],
  };
}
