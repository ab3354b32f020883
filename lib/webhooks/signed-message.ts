/** Header names are in lower case. */
export interface SignedMessage {
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
}

/**
 * `signedAt` is the time that the signature covers, if any. `header` is the header with the valid signature, shown to
 * admins.
 */
export type Verification =
  { signed: true; scheme: Scheme; header: string; signedAt: Date | null } | { signed: false; reason: string };

export type Scheme = 'auto' | 'standard' | 'timestamped';

/** Limits for unauthenticated senders. Node caps all headers together at 16 kB. */
export const maxHeaders = 100;
export const maxHeaderValueLength = 4000;

/** An empty secret proves nothing. */
export function usableSecrets(secrets: readonly string[]): string[] {
  return secrets.filter((secret) => secret.trim() !== '');
}

export function headerValue(message: SignedMessage, name: string): string | undefined {
  const found = message.headers.slice(0, maxHeaders).find(([given]) => given === name);
  return found && found[1].length <= maxHeaderValueLength ? found[1] : undefined;
}
