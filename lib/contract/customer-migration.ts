import type { RecordCount, Warning } from './imports';
import type { ProgressKey, Situation } from './situation';
import type { CustomerRule } from './warning-rules';

/** The steps as customers read them. Of those about the payment, at most one applies. */
export type StepKey =
  | 'connect'
  | 'sample_start'
  | 'sample_copy'
  | 'sample_review'
  | 'request'
  | 'decision'
  | 'on_us'
  | 'buy'
  | 'bought'
  | 'full_start'
  | 'full_copy'
  | 'completed';

export interface CustomerStep {
  key: StepKey;
  state:
    | 'done'
    | 'current'
    /** Earlier than a step that was observed, but never observed itself. */
    | 'unknown'
    | 'ahead';
}

export interface CustomerSteps {
  steps: CustomerStep[];
  /** How it left the path. The last one is where it is now. */
  exits: ('undoing' | 'undone' | 'gone' | 'other')[];
}

/** How long a step took in most past migrations. */
export interface UsualRange {
  fromS: number;
  toS: number;
}

/** What a sample or a full migration moved. Null or empty: not reported. */
export interface Moved {
  records: readonly RecordCount[];
  total: number | null;
  usersMatched: number | null;
  usersTotal: number | null;
}

/** Another migration of the same customer. */
export interface OtherMigration {
  importId: string;
  token: string;
  tool: string | null;
  progress: ProgressKey;
}

/** Whether the link of the page can be sent by e-mail. */
export type LinkByMail =
  /** To this address, which is shown in part. */
  | { kind: 'known'; email: string }
  /** An address has to be entered and confirmed first. `waiting`: one was entered and is not confirmed yet. */
  | { kind: 'unknown' | 'waiting' }
  /** Staff entered an address that is not confirmed yet, and the customer cannot replace it. */
  | { kind: 'entered_by_staff' }
  | { kind: 'off' };

export interface CustomerMigration {
  /** Changes with what the page shows. */
  version: string;
  /** Not secret; staff find the migration by it. */
  reference: string;
  username: string | null;
  tool: string | null;
  instanceUrl: string | null;
  steps: CustomerSteps;
  /** How long the steps usually take that wait for no one. */
  usual: Partial<Record<StepKey, UsualRange>>;
  /** The current step takes longer than usual. */
  isSlow: boolean;
  situation: Situation;
  seenAt: string | null;
  canContinue: boolean;
  /** True if the response was lost, and with it the redirect URL. */
  canStartAgain: boolean;
  /** Then the link that the customer received at the start leads to this page, not to the service. */
  isStartedHere: boolean;
  moved: Moved | null;
  warnings: Warning[];
  warningCount: number;
  warningRules: CustomerRule[];
  /** With the decision that the situation states; otherwise empty. */
  note: string;
  others: OtherMigration[];
}
