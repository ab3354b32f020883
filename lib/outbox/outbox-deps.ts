import type { MailMode } from '../contract/outbox';
import type { Cipher } from '../core/cipher';
import type { Clock, Random } from '../core/clock';
import type { Log } from '../core/log';
import type { Database } from '../store/database/database';

export interface OutboxDeps {
  database: Database;
  cipher: Cipher;
  clock: Clock;
  random: Random;
  newId: () => string;
  log: Log;
  publicOrigin: string;
  whoPays: 'partner' | 'customer';
  mail: { mode: MailMode; from: string | null };
  /** NOTIFY_URL, which is one more rule for staff. */
  notifyUrl: string | undefined;
  /** Whether webhooks arrive, whose sender waits. */
  isBusy?: () => boolean;
}
