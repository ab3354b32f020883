import type { Cipher } from '../core/cipher';
import type { Clock } from '../core/clock';
import type { Log } from '../core/log';
import type { Database } from '../store/database/database';

export interface DataProtectionDeps {
  database: Database;
  cipher: Cipher;
  clock: Clock;
  log: Log;
  newId: () => string;
  /** The body of a webhook delivery; undefined if its key was removed. */
  openDelivery: (encrypted: Uint8Array) => Uint8Array | undefined;
  /** The content of a message, encrypted by `encryptMessage`; undefined if its key was removed. */
  openMessage: (encrypted: Uint8Array) => string | undefined;
  encryptMessage: (content: string) => Buffer;
  /** Hides what looks like a token or a secret. */
  mask: (bytes: Uint8Array) => { text: string };
  /** How long a used customer link keeps opening its migration after it expired. */
  resumeDays: number;
  /** Called after each batch of an erasure; tests stop it here. */
  checkpoint?: (erasureId: string) => void;
}
