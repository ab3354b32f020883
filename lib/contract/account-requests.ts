import { z } from 'zod';
import { text } from './base-schemas';

// What the browser sends. Apart from what it receives, so that pages do not load schemas that only the server uses.

const base64url = (max: number) => text(max).regex(/^[A-Za-z0-9_-]+$/);
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
    userHandle: base64url(200).optional(),
  }),
});
export type Assertion = z.infer<typeof assertionSchema>;

const registrationSchema = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(30_000),
    transports: z.array(text(50)).max(10).optional(),
  }),
});

export type Registration = z.infer<typeof registrationSchema>;

const passkeyName = text(60).trim().min(1, 'Is needed');

export const addPasskeyBodySchema = z.object({
  challengeId: z.uuid(),
  name: passkeyName,
  registration: registrationSchema,
});
export type AddPasskeyBody = z.infer<typeof addPasskeyBodySchema>;

export const passkeyParamsSchema = z.object({ id: credentialId });
export const renamePasskeyBodySchema = z.object({ name: passkeyName });

export const confirmBodySchema = z.discriminatedUnion('way', [
  z.object({ way: z.literal('password'), password: text(1000) }),
  z.object({ way: z.literal('passkey'), challengeId: z.uuid(), assertion: assertionSchema }),
  z.object({ way: z.literal('recovery code'), code: text(200) }),
]);
export type ConfirmBody = z.infer<typeof confirmBodySchema>;

export const changePasswordBodySchema = z.object({ current: text(1000), password: text(1000) });
export type ChangePasswordBody = z.infer<typeof changePasswordBodySchema>;

export const sessionParamsSchema = z.object({ id: z.union([z.uuid(), z.literal('others')]) });
