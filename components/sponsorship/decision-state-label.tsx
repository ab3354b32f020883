import type { ReactNode } from 'react';
import type { QueueItem } from '@/lib/contract/sponsorship';
import { cx } from '../ui/cx';
import { Icon, type IconName } from '../ui/icon';
import { describeSecondPeople, isSecondPerson } from './second-people';

/** The policy result, without who must act. */
export function PolicyLabel({ item }: { item: QueueItem }) {
  const { needsSecond, short, says } = item.policy;
  const outside = item.oddity !== null || (!needsSecond && short !== 'Within policy');
  return (
    <IconLabel
      icon={outside ? 'warning' : needsSecond ? 'two' : 'check'}
      iconColour={needsSecond || outside ? 'text-turn' : 'text-meta'}
      className={outside ? 'text-turn' : 'text-ink-2'}
      tip={item.oddity ?? says}
    >
      {short}
    </IconLabel>
  );
}

/** The decision's state and who must act. */
export function DecisionStateLabel({ item, viewerId }: { item: QueueItem; viewerId: string }) {
  const label = decisionStateLabel(item, viewerId);
  return label === null ? <span className="text-ink-2">Undecided</span> : <IconLabel {...label} />;
}

function decisionStateLabel(item: QueueItem, viewerId: string): IconLabelProps | null {
  const { decision } = item;
  const rejected = decision?.kind === 'reject';
  switch (decision?.state) {
    case 'proposed':
      return isSecondPerson(item.secondPeople, viewerId)
        ? { icon: 'two', className: 'text-turn', children: 'Waiting for your approval' }
        : {
            icon: 'lock',
            iconColour: 'text-meta',
            tip: describeSecondPeople(item.secondPeople),
            children: item.secondPeople?.length === 0 ? 'No second person' : 'Waiting for someone else',
          };
    case 'approved':
      return {
        icon: 'clock',
        iconColour: 'text-meta',
        tip: decision.outcome || 'Nothing has been sent yet',
        children: 'About to be sent',
      };
    case 'sending':
      return { icon: 'send', iconColour: 'text-work', children: 'Sending' };
    case 'unknown':
      return { icon: 'help', className: 'text-unkn', tip: decision.outcome, children: 'Outcome unknown' };
    case 'confirmed':
      if (item.requestOpen && rejected) {
        const tip = 'Rejected before; the customer has requested it again';
        return { icon: 'clock', iconColour: 'text-meta', tip, children: 'Requested again' };
      }
      return {
        icon: rejected ? 'x' : 'check',
        iconColour: rejected ? 'text-meta' : 'text-done',
        tip: decision.outcome,
        children: rejected ? 'Rejected' : 'Accepted',
      };
    case 'resolved':
      return {
        icon: 'check',
        iconColour: 'text-meta',
        tip: decision.resolutionReason,
        children: decision.resolution === 'settled_done' ? 'Settled: carried out' : 'Settled: not done',
      };
    case 'refused':
      return {
        icon: 'x',
        className: 'text-unkn',
        tip: decision.outcome,
        children: decision.sends === 0 ? 'Not sent' : 'Refused',
      };
    case 'withdrawn':
    case undefined:
      if (item.asked.verified) return null;
      return {
        icon: 'warning',
        className: 'text-turn',
        tip: 'The sender of the request is not verified, so it cannot be accepted in bulk',
        children: 'Not verified',
      };
  }
}

interface IconLabelProps {
  icon: IconName;
  iconColour?: string;
  className?: string;
  tip?: string;
  children: ReactNode;
}

/** Fixed 20 px height keeps table cells aligned. */
function IconLabel({ icon, iconColour, className, tip, children }: IconLabelProps) {
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
