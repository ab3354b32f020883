import type { Warning } from './imports';
import type { Status } from './status';

/** What a customer sees of their own migration: plain facts, nothing internal. */
export interface CustomerMigration {
  username: string | null;
  tool: string | null;
  instanceUrl: string | null;
  status: Status | null;
  gone: boolean;
  seenAt: string | null;
  canContinue: boolean;
  /** Its answer was lost, and with it the way on: the customer may knowingly start again. */
  canStartAgain: boolean;
  warnings: Warning[];
  warningCount: number;
  /** The state of the request for the full migration. */
  full: 'none' | 'can_ask' | 'asked' | 'accepted' | 'rejected' | 'customer_pays';
  note: string;
}
