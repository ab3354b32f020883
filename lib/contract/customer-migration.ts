import type { Warning } from './imports';
import type { Situation } from './situation';
import type { KnownStatus } from './status';

export interface CustomerMigration {
  username: string | null;
  tool: string | null;
  instanceUrl: string | null;
  /** Undefined without a status, for any other text, and for a migration that is gone. */
  knownStatus: KnownStatus | undefined;
  situation: Situation;
  seenAt: string | null;
  canContinue: boolean;
  /** True if the response was lost, and with it the redirect URL. */
  canStartAgain: boolean;
  warnings: Warning[];
  warningCount: number;
  /** With the decision that the situation states; otherwise empty. */
  note: string;
}
