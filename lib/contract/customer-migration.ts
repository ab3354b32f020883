import type { Warning } from './imports';
import type { Status } from './status';

export interface CustomerMigration {
  username: string | null;
  tool: string | null;
  instanceUrl: string | null;
  status: Status | null;
  gone: boolean;
  seenAt: string | null;
  canContinue: boolean;
  /** True if the response was lost, and with it the redirect URL. */
  canStartAgain: boolean;
  warnings: Warning[];
  warningCount: number;
  full: 'none' | 'can_ask' | 'asked' | 'accepted' | 'rejected' | 'customer_pays';
  note: string;
}
