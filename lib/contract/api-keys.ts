import { z } from 'zod';
import { apiKeyNameProblem, keyScopes } from './api-key-rules';
import { count, dateTime, text } from './base-schemas';

const scopeSchema = z.enum(keyScopes);
export type KeyScope = z.infer<typeof scopeSchema>;

const apiKeySchema = z.object({
  id: text(100),
  name: text(200),
  scope: scopeSchema,
  state: z.enum(['active', 'expired', 'revoked']),
  /** The last characters of the secret. */
  secretEnd: text(100),
  /** Null unless the secret before the last rotation still works. */
  oldSecretUntil: dateTime.nullable(),
  createdAt: dateTime,
  createdBy: text(500),
  expiresAt: dateTime.nullable(),
  /** To the minute. */
  lastUsedAt: dateTime.nullable(),
  revokedAt: dateTime.nullable(),
  revokedBy: text(500).nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeysSchema = z.object({ keys: z.array(apiKeySchema), maxCallsPerMinute: count });
export type ApiKeys = z.infer<typeof apiKeysSchema>;

export const createApiKeyBodySchema = z.object({
  name: text(1000).superRefine((name, context) => {
    const message = apiKeyNameProblem(name);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  }),
  scope: scopeSchema,
  /** Null: no expiry. */
  expiresInDays: z.number().int().min(1).max(3650).nullable(),
});
export type CreateApiKeyBody = z.infer<typeof createApiKeyBodySchema>;

/** `secret` is shown once. Null if the change made none. */
export const savedApiKeySchema = z.object({ key: apiKeySchema, secret: text(100).nullable() });
export type SavedApiKey = z.infer<typeof savedApiKeySchema>;
