import type { Cipher } from '../core/cipher';
import type { Clock } from '../core/clock';
import type { Database } from '../store/database/database';

export interface KeysDeps {
  database: Database;
  cipher: Cipher;
  clock: Clock;
}
