import type { Verdict } from '@/lib/contract/webhooks';
import { toneText, type Tone } from '../ui/badge';
import { Icon, type IconName } from '../ui/icon';
import { verdictLabels } from './labels';

/** Every colour has an icon and a text. */
const verdictStyles: Record<Verdict, { icon: IconName; tone: Tone }> = {
  verified: { icon: 'check', tone: 'done' },
  stale: { icon: 'clock', tone: 'turn' },
  unreadable: { icon: 'help', tone: 'turn' },
  hint: { icon: 'info', tone: 'wait' },
  bad_signature: { icon: 'warning', tone: 'unkn' },
};

export function VerdictIcon({ verdict, size }: { verdict: Verdict; size: 12 | 14 }) {
  const { icon, tone } = verdictStyles[verdict];
  return <Icon name={icon} size={size} className={toneText[tone]} />;
}

export function VerdictText({ verdict }: { verdict: Verdict }) {
  return (
    <span className="inline-flex min-h-5 items-center gap-1.5 align-top">
      <VerdictIcon verdict={verdict} size={14} />
      {verdictLabels[verdict]}
    </span>
  );
}
