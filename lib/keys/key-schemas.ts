import { z } from 'zod';
import { columnNames } from '../store/database/encrypted-columns';

const rowKeySchema = z.array(z.string()).readonly();

export const keyStatusSchema = z.object({
  keyId: z.string(),
  /** `unknown`: data was encrypted with it, but it is not in LANDFALL_KEY. */
  role: z.enum(['current', 'old', 'unknown']),
  /** Encrypted values by column, without those that the key does not decrypt. */
  values: z.partialRecord(z.enum([...columnNames, 'pending_erasures']), z.number()),
  unreadable: z.number(),
  /** Imports that are found by a fingerprint made with this key, or possibly with it. */
  tokens: z.number(),
  /** When the last link made with it expires. */
  linksUntil: z.string().nullable(),
  /** Whether `rotate` has ended since the key was replaced. */
  rotated: z.boolean(),
  mayGo: z.boolean(),
});
export type KeyStatus = z.infer<typeof keyStatusSchema>;

export const rotatedRowsSchema = z.object({
  /** Continue after this row; null at the end. */
  after: rowKeySchema.nullable(),
  /** How many values were re-encrypted, by the id of their old key. */
  changed: z.record(z.string(), z.number()),
  /** Rows that no key decrypts. They stay as they are. */
  unreadable: z.array(rowKeySchema),
});
export type RotatedRows = z.infer<typeof rotatedRowsSchema>;

export const finishedRotationSchema = z.object({
  /** False if the audit chain is broken or values are left; nothing is recorded then. */
  finished: z.boolean(),
  auditIntact: z.boolean(),
  keys: z.array(keyStatusSchema),
});
export type FinishedRotation = z.infer<typeof finishedRotationSchema>;
