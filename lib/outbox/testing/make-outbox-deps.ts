import { randomUUID } from 'node:crypto';
import { createCipher, generateKey } from '../../core/cipher';
import { silentLog } from '../../core/log';
import { createManualClock } from '../../core/testing/manual-clock';
import type { Database } from '../../store/database/database';
import type { OutboxDeps } from '../outbox-deps';

export function makeOutboxDeps(database: Database, change: Partial<OutboxDeps> = {}): OutboxDeps {
  return {
    database,
    cipher: createCipher([generateKey()]),
    clock: createManualClock(),
    random: Math.random,
    newId: randomUUID,
    log: silentLog,
    publicOrigin: 'https://landfall.example',
    whoPays: 'partner',
    mail: { mode: 'smtp', from: 'moves@northdesk.example' },
    notifyUrl: undefined,
    ...change,
  };
}
