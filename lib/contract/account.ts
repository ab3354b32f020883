import { z } from 'zod';
import { count, dateTime, text } from './base-schemas';

const credentialType = z.enum(['public-key']);

const credentialList = z.array(
  z.object({ id: text(1400), type: credentialType, transports: z.array(text(50)).optional() }),
);

/** Passed to the browser's `navigator.credentials.get`. */
export const assertionOptionsSchema = z.object({
  challengeId: text(100),
  options: z.object({
    challenge: text(200),
    timeout: z.number(),
    rpId: text(300),
    userVerification: z.enum(['required']),
    allowCredentials: credentialList.optional(),
  }),
});
export type AssertionOptions = z.infer<typeof assertionOptionsSchema>;

/** Passed to the browser's `navigator.credentials.create`. */
export const registrationOptionsSchema = z.object({
  challengeId: text(100),
  options: z.object({
    challenge: text(200),
    timeout: z.number(),
    rp: z.object({ id: text(300), name: text(100) }),
    user: z.object({ id: text(100), name: text(320), displayName: text(320) }),
    pubKeyCredParams: z.array(z.object({ alg: z.number(), type: credentialType })),
    excludeCredentials: credentialList,
    authenticatorSelection: z.object({
      residentKey: z.enum(['required']),
      requireResidentKey: z.boolean(),
      userVerification: z.enum(['required']),
    }),
    attestation: z.enum(['none']),
  }),
});
export type RegistrationOptions = z.infer<typeof registrationOptionsSchema>;

/** Codes are shown once; only their hashes are stored. */
export const recoveryCodesSchema = z.object({ codes: z.array(text(100)) });
/** The first passkey comes with recovery codes. */
export const passkeyAddedSchema = z.object({ recoveryCodes: z.array(text(100)).nullable() });

export const confirmedSchema = z.object({ recoveryCodesLeft: count });

export const sessionsEndedSchema = z.object({ ended: count });

export const accountSchema = z.object({
  email: text(320),
  name: text(300),
  /** Company accounts have neither a password nor passkeys here. */
  local: z.boolean(),
  passwordChangedAt: dateTime.nullable(),
  minPasswordLength: count,
  /** This role needs a passkey to sign in. */
  passkeyRequired: z.boolean(),
  passkeys: z.array(
    z.object({
      id: text(1400),
      name: text(200),
      synced: z.boolean(),
      createdAt: dateTime,
      lastUsedAt: dateTime.nullable(),
    }),
  ),
  recoveryCodesLeft: count,
  sessions: z.array(
    z.object({
      id: text(100),
      device: text(100),
      address: text(100),
      startedAt: dateTime,
      lastActiveAt: dateTime,
      current: z.boolean(),
    }),
  ),
});
export type Account = z.infer<typeof accountSchema>;

/** How a signed-in person can confirm that it is them. */
export const confirmWaysSchema = z.object({
  password: z.boolean(),
  passkey: z.boolean(),
  companyAccount: z.boolean(),
});
export type ConfirmWays = z.infer<typeof confirmWaysSchema>;

export const csrfTokenSchema = z.object({ csrfToken: text(500) });
