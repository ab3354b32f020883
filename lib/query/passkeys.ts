import type { AssertionOptions, RegistrationOptions } from '../contract/account';
import type { Assertion, Registration } from '../contract/account-requests';

/** Opens the browser's dialog. The library is loaded on the first use. */
export async function askForPasskey({ options }: AssertionOptions): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { allowCredentials, ...rest } = options;
  const optionsJSON = { ...rest, ...(allowCredentials && { allowCredentials: allowCredentials.map(toDescriptor) }) };
  return startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw describeFailure(error);
  });
}

export async function createPasskey({ options }: RegistrationOptions): Promise<Registration> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = { ...options, excludeCredentials: options.excludeCredentials.map(toDescriptor) };
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw describeFailure(error);
  });
}

function toDescriptor({ id, type, transports }: RegistrationOptions['options']['excludeCredentials'][number]) {
  return { id, type, ...(transports && { transports }) };
}

/** Browsers give the same error for a cancelled dialog, a timeout and a missing passkey. */
function describeFailure(error: unknown): Error {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return new Error('This device already has a passkey for your account.');
  if (name === 'NotAllowedError' || name === 'AbortError') return new Error('No passkey was used. Try again.');
  return new Error('This browser could not use a passkey. Try another browser or device.');
}
