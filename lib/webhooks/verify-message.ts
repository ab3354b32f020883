import { type Scheme, type SignedMessage, type Verification } from './signed-message';
import { verifyAuto } from './verify-auto';
import { verifyStandard } from './verify-standard';
import { verifyTimestamped } from './verify-timestamped';

export interface SignatureSettings {
  secrets: readonly string[];
  scheme: Scheme;
  /** Only for the scheme `timestamped`. */
  header?: string | undefined;
}

export function verifyMessage(message: SignedMessage, settings: SignatureSettings): Verification {
  const verification = verifyBy(settings.scheme, message, settings);
  if (verification.signed) return verification;
  const other = suggestScheme(message, settings);
  return other ? { signed: false, reason: `${verification.reason} ${other}` } : verification;
}

function verifyBy(scheme: Scheme, message: SignedMessage, settings: SignatureSettings): Verification {
  switch (scheme) {
    case 'auto':
      return verifyAuto(message, settings.secrets);
    case 'standard':
      return verifyStandard(message, settings.secrets);
    case 'timestamped':
      return verifyTimestamped(message, settings.secrets, settings.header ?? '');
  }
}

/**
 * The service does not document its scheme. A message that is valid under another one stays rejected, but the admin
 * sees which setting would accept it.
 */
function suggestScheme(message: SignedMessage, settings: SignatureSettings): string | undefined {
  if (settings.scheme !== 'auto' && verifyAuto(message, settings.secrets).signed)
    return 'It would be right under WEBHOOK_SCHEME=auto.';
  if (settings.scheme !== 'standard' && verifyStandard(message, settings.secrets).signed)
    return 'It would be right under WEBHOOK_SCHEME=standard.';
  const timestamped = message.headers
    .slice(0, 100)
    .find(([, value]) => /(^|,)\s*t=\d{9,11}\s*,/.test(value.slice(0, 200)));
  if (timestamped && verifyTimestamped(message, settings.secrets, timestamped[0]).signed)
    return `It would be right under WEBHOOK_SCHEME=timestamped with WEBHOOK_HEADER=${timestamped[0]}.`;
  return undefined;
}
