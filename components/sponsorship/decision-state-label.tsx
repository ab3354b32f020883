import type { ReactNode } from 'react';
import type { QueueItem } from '@/lib/contract/sponsorship';
import { cx } from '../ui/cx';
import { Icon, type IconName } from '../ui/icon';
import { decisionStateLabels as labels } from './queue-labels';
import { describeSecondPeople, isSecondPerson } from './second-people';

/** The policy result, without who must act. */
export function PolicyLabel({ item }: { item: QueueItem }) {
  const { needsSecond, short, explanation } = item.policy;
  const outside = item.oddity !== null || short === 'Budget used up';
  const why = item.oddity ?? explanation;
  return (
    <>
      <IconLabel
        icon={outside ? 'warning' : needsSecond ? 'two' : 'check'}
        iconColour={needsSecond || outside ? 'text-turn' : 'text-meta'}
        className={outside ? 'text-turn' : 'text-ink-2'}
        tip={why}
      >
        {short}
      </IconLabel>
      {/* A phone has no tooltips. */}
      {(outside || needsSecond) && <span className="block text-12 text-meta md:hidden">{why}</span>}
    </>
  );
}

/** The decision's state and who must act. */
export function DecisionStateLabel({ item, viewerId }: { item: QueueItem; viewerId: string }) {
  const label = decisionStateLabel(item, viewerId);
  return label === null ? <span className="text-meta">{labels.undecided}</span> : <IconLabel {...label} />;
}

function decisionStateLabel(item: QueueItem, viewerId: string): IconLabelProps | null {
  const { decision } = item;
  const rejected = decision?.kind === 'reject';
  if (
    item.requestOpen &&
    item.inEffect === 'reject' &&
    (decision?.state === 'confirmed' || decision?.state === 'resolved')
  ) {
    return { icon: 'clock', iconColour: 'text-meta', tip: labels.requestedAgainWhy, children: labels.requestedAgain };
  }
  switch (decision?.state) {
    case 'proposed':
      return isSecondPerson(item.secondPeople, viewerId)
        ? { icon: 'two', className: 'text-turn', children: labels.open(decision, labels.yourApproval) }
        : {
            icon: 'lock',
            iconColour: 'text-meta',
            tip: describeSecondPeople(item.secondPeople),
            children: labels.open(
              decision,
              item.secondPeople?.length === 0 ? labels.noSecondPerson : labels.someoneElse,
            ),
          };
    case 'approved':
      return {
        icon: 'clock',
        iconColour: 'text-meta',
        tip: decision.outcome || labels.nothingSent,
        children: labels.open(decision, labels.aboutToBeSent),
      };
    case 'sending':
      return { icon: 'send', iconColour: 'text-work', children: labels.open(decision, labels.sending) };
    case 'unknown':
      return {
        icon: 'help',
        className: 'text-unkn',
        tip: decision.outcome,
        children: labels.open(decision, labels.unknown),
      };
    case 'confirmed':
      return {
        icon: rejected ? 'x' : 'check',
        iconColour: rejected ? 'text-meta' : 'text-done',
        tip: decision.outcome,
        children: rejected ? labels.rejected : labels.accepted,
      };
    case 'resolved':
      return {
        icon: 'check',
        iconColour: 'text-meta',
        tip: decision.resolutionReason,
        children: decision.resolution === 'settled_done' ? labels.settledDone : labels.settledNotDone,
      };
    case 'refused':
      return {
        icon: 'x',
        className: 'text-unkn',
        tip: decision.outcome,
        children: decision.sends === 0 ? labels.notSent : labels.refused,
      };
    case 'withdrawn':
    case undefined:
      if (item.asked.verified) return null;
      return {
        icon: 'warning',
        className: 'text-turn',
        tip: labels.notVerifiedWhy,
        children: labels.notVerified,
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

/** At least 20 px high, so that a line stays in place when its icon changes; long texts wrap. */
function IconLabel({ icon, iconColour, className, tip, children }: IconLabelProps) {
  return (
    <span
      className={cx('inline-flex min-h-5 max-w-full min-w-0 items-start gap-1.5 align-top leading-5', className)}
      {...(tip !== undefined && tip !== '' && { 'data-tip': tip })}
    >
      <Icon name={icon} size={14} className={cx('mt-0.75 flex-none', iconColour)} />
      <span className="min-w-0">{children}</span>
    </span>
  );
}
