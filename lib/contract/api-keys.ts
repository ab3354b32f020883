import * as z from 'zod/mini';
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
  oldSecretUntil: z.nullable(dateTime),
  createdAt: dateTime,
  createdBy: text(500),
  expiresAt: z.nullable(dateTime),
  /** To the minute. */
  lastUsedAt: z.nullable(dateTime),
  revokedAt: z.nullable(dateTime),
  revokedBy: z.nullable(text(500)),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const apiKeysSchema = z.object({ keys: z.array(apiKeySchema), maxCallsPerMinute: count });
export type ApiKeys = z.infer<typeof apiKeysSchema>;

export const createApiKeyBodySchema = z.object({
  name: text(1000).check(
    z.superRefine((name, context) => {
      const message = apiKeyNameProblem(name);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    }),
  ),
  scope: scopeSchema,
  /** Null: no expiry. */
  expiresInDays: z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(3650))),
});
export type CreateApiKeyBody = z.infer<typeof createApiKeyBodySchema>;

/** `secret` is shown once. Null if the change made none. */
export const savedApiKeySchema = z.object({ key: apiKeySchema, secret: z.nullable(text(100)) });
export type SavedApiKey = z.infer<typeof savedApiKeySchema>;
