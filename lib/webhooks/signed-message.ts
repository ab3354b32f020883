/** What arrived: the bytes as they came, and the headers in the order the platform gives them, names in lower case. */
export interface SignedMessage {
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
}

/**
 * `signedAt` is the moment the signature itself covers, where the scheme has one. `header` says which header proved
 * the message, so that an admin can see what the service really sends.
 */
export type Verification =
  { signed: true; scheme: Scheme; header: string; signedAt: Date | null } | { signed: false; reason: string };

export type Scheme = 'auto' | 'standard' | 'timestamped';

/** Bounds on what a stranger can make us look at. Node itself caps all headers together at 16 kB. */
export const maxHeaders = 100;
export const maxHeaderValueLength = 4000;

/** An empty secret proves nothing, whoever configured it. */
export function usableSecrets(secrets: readonly string[]): string[] {
  return secrets.filter((secret) => secret.trim() !== '');
}

export function headerValue(message: SignedMessage, name: string): string | undefined {
  const found = message.headers.slice(0, maxHeaders).find(([given]) => given === name);
  return found && found[1].length <= maxHeaderValueLength ? found[1] : undefined;
}
