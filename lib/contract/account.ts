import * as z from 'zod/mini';
import { count, dateTime, text } from './base-schemas';

const base64url = (max: number) => text(max).check(z.regex(/^[A-Za-z0-9_-]+$/));
/** The specification limits credential ids to 1023 bytes. */
const credentialId = base64url(1400);
const credentialType = z.literal('public-key');

export const assertionSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: z.optional(base64url(200)),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

export const registrationSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(30_000),
    transports: z.optional(z.array(text(50)).check(z.maxLength(10))),
  }),
});

export type Registration = z.infer<typeof registrationSchema>;

const credentialList = z.array(
  z.object({ id: text(1400), type: credentialType, transports: z.optional(z.array(text(50))) }),
);

/** Passed to the browser's `navigator.credentials.get`. */
export const assertionOptionsSchema = z.object({
  challengeId: z.uuid(),
  options: z.object({
    challenge: text(200),
    timeout: z.number(),
    rpId: text(300),
    userVerification: z.literal('required'),
    allowCredentials: z.optional(credentialList),
  }),
});
export type AssertionOptions = z.infer<typeof assertionOptionsSchema>;

/** Passed to the browser's `navigator.credentials.create`. */
export const registrationOptionsSchema = z.object({
  challengeId: z.uuid(),
  options: z.object({
    challenge: text(200),
    timeout: z.number(),
    rp: z.object({ id: text(300), name: text(100) }),
    user: z.object({ id: text(100), name: text(320), displayName: text(320) }),
    pubKeyCredParams: z.array(z.object({ alg: z.number(), type: credentialType })),
    excludeCredentials: credentialList,
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.boolean(),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  }),
});
export type RegistrationOptions = z.infer<typeof registrationOptionsSchema>;

const passkeyName = text(60).check(z.trim(), z.minLength(1, 'Is needed'));

export const addPasskeyBodySchema = z.object({
  challengeId: z.uuid(),
  name: passkeyName,
  registration: registrationSchema,
});
export type AddPasskeyBody = z.infer<typeof addPasskeyBodySchema>;

export const passkeyParamsSchema = z.object({ id: credentialId });
export const renamePasskeyBodySchema = z.object({ name: passkeyName });

/** Codes are shown once; only their hashes are stored. */
export const recoveryCodesSchema = z.object({ codes: z.array(text(100)) });
/** The first passkey comes with recovery codes. */
export const passkeyAddedSchema = z.object({ recoveryCodes: z.nullable(z.array(text(100))) });

export const confirmBodySchema = z.discriminatedUnion('way', [
  z.object({ way: z.literal('password'), password: text(1000) }),
  z.object({ way: z.literal('passkey'), challengeId: z.uuid(), assertion: assertionSchema }),
  z.object({ way: z.literal('recovery code'), code: text(200) }),
]);
export type ConfirmBody = z.infer<typeof confirmBodySchema>;

export const confirmedSchema = z.object({ recoveryCodesLeft: count });

export const changePasswordBodySchema = z.object({ current: text(1000), password: text(1000) });
export type ChangePasswordBody = z.infer<typeof changePasswordBodySchema>;

export const sessionParamsSchema = z.object({ id: z.union([z.uuid(), z.literal('others')]) });
export const sessionsEndedSchema = z.object({ ended: count });

export const accountSchema = z.object({
  email: text(320),
  name: text(300),
  /** Company accounts have neither a password nor passkeys here. */
  local: z.boolean(),
  passwordChangedAt: z.nullable(dateTime),
  minPasswordLength: count,
  /** This role needs a passkey to sign in. */
  passkeyRequired: z.boolean(),
  passkeys: z.array(
    z.object({
      id: text(1400),
      name: text(200),
      synced: z.boolean(),
      createdAt: dateTime,
      lastUsedAt: z.nullable(dateTime),
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

/** Posted by the window in which a company account was confirmed. */
export const confirmedChannel = 'landfall.confirmed';
export const confirmedMessageSchema = z.object({ staffId: text(100) });
