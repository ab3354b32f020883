import type { CustomerMigration } from '../contract/customer-migration';
import type { KnownStatus } from '../contract/status';
import { layoutUsualPath } from '../contract/usual-path';
import { findSituation } from '../import-detail/find-situation';
import type { SituationInput } from '../import-detail/situation-rules';
import type { StartDeps } from './start-deps';

const states = {
  connect: { status: 'Collecting credentials', decision: 'none', request: 'none' },
  sample: { status: 'Sample migration completed', decision: 'none', request: 'none' },
  accepted: { status: 'Sample migration completed', decision: 'accepted', request: 'customer' },
  completed: { status: 'Migration completed', decision: 'accepted', request: 'customer' },
} as const satisfies Record<string, Omit<SituationInput, 'whoPays'>>;

export type SampleState = keyof typeof states;

/** A made-up migration, for previews. */
export function sampleMigration(
  { clock, whoPays }: Pick<StartDeps, 'clock' | 'whoPays'>,
  state: SampleState,
): CustomerMigration {
  const input = states[state];
  const known: KnownStatus = input.status;
  const status = { text: known, known, family: 'unknown' as const };
  return {
    username: 'kim@customer.example',
    tool: 'Zendesk',
    instanceUrl: 'https://customer.example',
    path: layoutUsualPath({ row: { status, gone: false }, timeline: [], decisions: [] }),
    situation: findSituation({ ...input, whoPays }),
    seenAt: clock.now().toISOString(),
    canContinue: true,
    canStartAgain: false,
    warnings: [],
    warningCount: 0,
    warningRules: [],
    note: '',
  };
}
