import { z } from 'zod';

/** What a text says about these questions. No page may give two answers to one of them. */
export const claimsSchema = z.object({
  whoPays: z.enum(['partner', 'customer', 'undecided', 'unstated']),
  whoActs: z.enum(['customer', 'staff', 'service', 'no_one']),
  /** The full migration has completed and was not undone. */
  finished: z.boolean(),
});
export type Claims = z.infer<typeof claimsSchema>;

/** Names the messages that say where a migration is and what happens next. */
export type ProgressKey =
  | 'gone'
  | 'undoing'
  | 'undone'
  | 'completed'
  | 'running'
  | 'ready'
  | 'sample_start'
  | 'sample_buy'
  | 'sample_review'
  | 'sample_request'
  | 'sample_running'
  | 'sample_waiting'
  | 'connect'
  | 'no_status'
  | 'other';

/** Names the messages that say who pays for the full migration. */
export type PaymentKey = 'accepted' | 'rejected' | 'buy' | 'bought' | 'requested' | 'review' | 'request';

export type CustomerAction = 'continue' | 'request' | 'review_sample' | 'open_tool' | 'start_again';

export interface Situation {
  progress: ProgressKey;
  /** Null if nothing is said about the payment. */
  payment: PaymentKey | null;
  claims: Claims;
  /** What the customer can do, most important first. */
  actions: readonly CustomerAction[];
}
