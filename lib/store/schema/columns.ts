import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Millisecond precision, like JavaScript dates, so that values read back equal what was written. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** Raw bodies may contain NUL and broken UTF-8, which `text` and `jsonb` reject. */
export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
  toDriver: (value) => value,
});

/**
 * Both drivers already parse JSON; drizzle's own `jsonb` would parse strings again and turn the text "5" into a number.
 */
export const json = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
});
