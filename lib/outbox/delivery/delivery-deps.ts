import type { Metrics } from '../../core/metrics';
import type { OutboxDeps } from '../outbox-deps';

/** Test hook for the points around a send at which a process may die. */
type Checkpoint = (at: 'claimed' | 'before_send' | 'after_send' | 'outcome_committed') => void | Promise<void>;

export interface DeliveryDeps extends OutboxDeps {
  fetch: typeof fetch;
  metrics: Pick<Metrics, 'message'>;
  checkpoint?: Checkpoint;
  /** Shorter in tests. */
  timing?: Partial<DeliveryTiming>;
}

export interface DeliveryTiming {
  /** How long until any instance may send a message whose process died. Longer than a send may take. */
  mailLeaseMs: number;
  postLeaseMs: number;
  postDeadlineMs: number;
}

const defaultTiming: DeliveryTiming = { mailLeaseMs: 300_000, postLeaseMs: 60_000, postDeadlineMs: 10_000 };

export const timingOf = ({ timing }: Pick<DeliveryDeps, 'timing'>): DeliveryTiming => ({ ...defaultTiming, ...timing });
