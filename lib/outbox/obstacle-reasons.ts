export type Obstacle =
  | 'unsubscribed'
  | 'bounced'
  | 'other_address'
  | 'revoked'
  | 'newer'
  | 'untrue'
  | 'off'
  | 'expired'
  | 'dead_link'
  | 'erased';

/** Why a message to a customer is not sent, for staff. Undoing an unsubscription finds its messages by the reason. */
export const obstacleReasons: Record<Obstacle, string> = {
  unsubscribed: 'The customer unsubscribed.',
  bounced: 'This address does not accept e-mail.',
  other_address: 'The customer has another address now.',
  revoked: 'The start link that the address came from was revoked.',
  newer: 'Replaced by a newer message.',
  untrue: 'The import has changed since.',
  off: 'This e-mail is switched off in Settings > Customer e-mails.',
  expired: 'Its link has expired.',
  dead_link: 'Its link was revoked.',
  erased: 'The customer was erased.',
};
