import type { ReactNode } from 'react';
import type { QueueItem } from '@/lib/contract/sponsorship';
import { cx } from '../ui/cx';
import { Icon, type IconName } from '../ui/icon';

/** What the rule says, apart from who must act. */
export function PolicyLabel({ item }: { item: QueueItem }) {
  const { needsSecond, short, says } = item.policy;
  const outside = !needsSecond && short !== 'Within policy';
  return (
    <IconLabel
      icon={needsSecond ? 'two' : outside ? 'warning' : 'check'}
      iconColour={needsSecond || outside ? 'text-turn' : 'text-meta'}
      className={outside ? 'text-turn' : 'text-ink-2'}
      tip={says}
    >
      {short}
    </IconLabel>
  );
}

/** Where the decision stands, and who must act. */
export function DecisionStateLabel({ item, viewerId }: { item: QueueItem; viewerId: string }) {
  const { decision } = item;
  const undecided = item.asked.verified ? (
    <span className="text-ink-2">Undecided</span>
  ) : (
    <IconLabel
      icon="warning"
      className="text-turn"
      tip="Nobody has verified who asked, so it cannot be accepted in bulk"
    >
      Not verified
    </IconLabel>
  );
  if (decision === null) return undecided;
  switch (decision.state) {
    case 'proposed':
      return decision.proposedBy?.id === viewerId ? (
        <IconLabel icon="lock" iconColour="text-meta">
          Waits for someone else
        </IconLabel>
      ) : (
        <IconLabel icon="two" className="text-turn">
          Waits for your approval
        </IconLabel>
      );
    case 'approved':
      return (
        <IconLabel icon="clock" iconColour="text-meta" tip={decision.outcome}>
          Waits to be sent
        </IconLabel>
      );
    case 'sending':
      return (
        <IconLabel icon="send" iconColour="text-work">
          Sending
        </IconLabel>
      );
    case 'unknown':
      return (
        <IconLabel icon="help" className="text-unkn" tip={decision.outcome}>
          Outcome unknown
        </IconLabel>
      );
    case 'confirmed':
      return item.requestOpen && decision.kind === 'reject' ? (
        <IconLabel icon="clock" iconColour="text-meta" tip="Rejected before; the customer has asked again">
          Asked again
        </IconLabel>
      ) : (
        <IconLabel
          icon={decision.kind === 'reject' ? 'x' : 'check'}
          iconColour={decision.kind === 'reject' ? 'text-meta' : 'text-done'}
          tip={decision.outcome}
        >
          {decision.kind === 'reject' ? 'Rejected' : 'Accepted'}
        </IconLabel>
      );
    case 'resolved':
      return (
        <IconLabel icon="check" iconColour="text-meta" tip={decision.resolutionReason}>
          {decision.resolution === 'settled_done' ? 'Settled: carried out' : 'Settled: not done'}
        </IconLabel>
      );
    case 'refused':
      return (
        <IconLabel icon="x" className="text-unkn" tip={decision.outcome}>
          {decision.sends === 0 ? 'Not sent' : 'Refused'}
        </IconLabel>
      );
    case 'withdrawn':
      return undecided;
  }
}

/** Icon and words on one 20 px line, so that cells do not drift by a pixel. */
function IconLabel({
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
