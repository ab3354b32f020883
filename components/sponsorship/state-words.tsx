import type { ReactNode } from 'react';
import type { QueueItem } from '@/lib/contract/sponsorship';
import { cx } from '../ui/cx';
import { Icon, type IconName } from '../ui/icon';

/** What the rule says, apart from who must act. */
export function PolicyWords({ item }: { item: QueueItem }) {
  const { needsSecond, short, says } = item.policy;
  const outside = !needsSecond && short !== 'Within policy';
  return (
    <Line
      icon={needsSecond ? 'two' : outside ? 'warning' : 'check'}
      iconColour={needsSecond || outside ? 'text-turn' : 'text-meta'}
      className={outside ? 'text-turn' : 'text-ink-2'}
      tip={says}
    >
      {short}
    </Line>
  );
}

/** Where the decision stands, and who must act. */
export function StateWords({ item, viewerId }: { item: QueueItem; viewerId: string }) {
  const { decision } = item;
  const undecided = item.asked.verified ? (
    <span className="text-ink-2">Undecided</span>
  ) : (
    <Line icon="warning" className="text-turn" tip="Nobody has verified who asked, so it cannot be accepted in bulk">
      Not verified
    </Line>
  );
  if (decision === null) return undecided;
  switch (decision.state) {
    case 'proposed':
      return decision.proposedBy?.id === viewerId ? (
        <Line icon="lock" iconColour="text-meta">
          Waits for someone else
        </Line>
      ) : (
        <Line icon="two" className="text-turn">
          Waits for your approval
        </Line>
      );
    case 'approved':
      return (
        <Line icon="clock" iconColour="text-meta" tip={decision.outcome}>
          Waits to be sent
        </Line>
      );
    case 'sending':
      return (
        <Line icon="send" iconColour="text-work">
          Sending
        </Line>
      );
    case 'unknown':
      return (
        <Line icon="help" className="text-unkn" tip={decision.outcome}>
          Outcome unknown
        </Line>
      );
    case 'confirmed':
      return item.requestOpen && decision.kind === 'reject' ? (
        <Line icon="clock" iconColour="text-meta" tip="Rejected before; the customer has asked again">
          Asked again
        </Line>
      ) : (
        <Line
          icon={decision.kind === 'reject' ? 'x' : 'check'}
          iconColour={decision.kind === 'reject' ? 'text-meta' : 'text-done'}
          tip={decision.outcome}
        >
          {decision.kind === 'reject' ? 'Rejected' : 'Accepted'}
        </Line>
      );
    case 'resolved':
      return (
        <Line icon="check" iconColour="text-meta" tip={decision.resolutionReason}>
          {decision.resolution === 'settled_done' ? 'Settled: carried out' : 'Settled: not done'}
        </Line>
      );
    case 'refused':
      return (
        <Line icon="x" className="text-unkn" tip={decision.outcome}>
          {decision.sends === 0 ? 'Not sent' : 'Refused'}
        </Line>
      );
    case 'withdrawn':
      return undecided;
  }
}

/** Icon and words on one 20 px line, so that cells do not drift by a pixel. */
function Line({
  icon,
  iconColour,
  className,
  tip,
  children,
}: {
  icon: IconName;
  iconColour?: string;
  className?: string;
  tip?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={cx('inline-flex h-5 max-w-full min-w-0 items-center gap-1.5 align-top', className)}
      {...(tip !== undefined && tip !== '' && { 'data-tip': tip })}
    >
      <Icon name={icon} size={14} className={cx('flex-none', iconColour)} />
      <span className="truncate">{children}</span>
    </span>
  );
}
