import { randomUUID } from 'node:crypto';
import type { Caller } from '../../contract/caller';
import type { Cipher } from '../../core/cipher';
import type { Clock } from '../../core/clock';
import { silentLog } from '../../core/log';
import { migrationLinkDays } from '../../start/start-deps';
import type { Database } from '../../store/database/database';
import { decryptContentText, encryptContentText } from '../../outbox/message-content';
import { maskBody } from '../../webhooks/mask-body';
import { bodyCipherPurpose } from '../../webhooks/webhook-deps';
import type { DataProtectionDeps } from '../data-protection-deps';

export const ada: Caller = {
  actor: {
    kind: 'staff',
    id: '0192f2c4-0000-7000-8000-000000000001',
    name: 'Ada Admin',
    email: 'ada@partner.example',
    role: 'admin',
  },
  address: '127.0.0.1',
  requestId: 'test',
};

/** Dependencies as in the app. */
export function openDataProtection(common: { database: Database; cipher: Cipher; clock: Clock }): DataProtectionDeps {
  return {
    ...common,
    log: silentLog,
    newId: randomUUID,
    openDelivery: (encrypted) => common.cipher.decrypt(bodyCipherPurpose, encrypted),
    openMessage: (encrypted) => decryptContentText(common, encrypted),
    encryptMessage: (text) => encryptContentText(common, text),
    mask: maskBody,
    resumeDays: migrationLinkDays,
  };
}
