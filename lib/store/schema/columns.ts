import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Moments keep milliseconds, which is what JavaScript's dates hold: what is written is what is read back. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Bytes as they came. Raw bodies may hold NUL and broken UTF-8, which `text` and `jsonb` refuse. */
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
  toDriver: (value) => value,
});

/**
 * JSON as it was written. Both drivers parse it, and drizzle's own `jsonb` parses texts among it once more: the text
 * "5" would come back as the number.
 */
export const json = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
});
