import type { Delivery, Verdict } from '@/lib/contract/webhooks';
import type { Tone } from '../ui/badge';
import type { IconName } from '../ui/icon';

/** Every colour has an icon and a text. */
export const verdictLabels: Record<Verdict, { text: string; icon: IconName; tone: Tone }> = {
  verified: { text: 'Verified', icon: 'check', tone: 'done' },
  stale: { text: 'Too old or too new', icon: 'clock', tone: 'turn' },
  unreadable: { text: 'Could not be read', icon: 'help', tone: 'turn' },
  hint: { text: 'Unsigned hint', icon: 'info', tone: 'wait' },
  bad_signature: { text: 'Bad signature', icon: 'warning', tone: 'unkn' },
};

export function outcomeLabel(delivery: Delivery): string {
  if (delivery.failure !== null) return 'Waits to be applied again';
  if (delivery.appliedAt !== null) return delivery.appliedBy === null ? 'Applied' : `Applied by ${delivery.appliedBy}`;
  switch (delivery.verdict) {
    case 'verified':
      return 'Being applied';
    case 'bad_signature':
      return 'Ignored';
    default:
      return delivery.importId === null ? 'Kept, nothing to ask about' : 'The service was asked instead';
  }
}
