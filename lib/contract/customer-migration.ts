import type { Warning } from './imports';
import type { Situation } from './situation';
import type { PathLayout } from './usual-path';
import type { CustomerRule } from './warning-rules';

export interface CustomerMigration {
  username: string | null;
  tool: string | null;
  instanceUrl: string | null;
  path: PathLayout;
  situation: Situation;
  seenAt: string | null;
  canContinue: boolean;
  /** True if the response was lost, and with it the redirect URL. */
  canStartAgain: boolean;
  warnings: Warning[];
  warningCount: number;
  warningRules: CustomerRule[];
  /** With the decision that the situation states; otherwise empty. */
  note: string;
}
