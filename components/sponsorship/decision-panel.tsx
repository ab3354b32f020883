'use client';

import { useState, type ReactNode } from 'react';
import type { Decision } from '@/lib/contract/decisions';
import { openDecisionStates } from '@/lib/contract/open-decision-states';
import type { MonthBudget } from '@/lib/contract/policy';
import type { QueueItem } from '@/lib/contract/sponsorship';
import { cx } from '../ui/cx';
import { DefinitionList, type Definitions } from '../ui/definition-list';
import { Icon } from '../ui/icon';
import { Time } from '../ui/time';
import { CustomerRequest, DecisionActions } from './decision-actions';
import { lazyComponent } from '../ui/lazy-component';
import { decisionPanelLabels, sponsorshipLabels } from './labels';

const PausedNotice = lazyComponent(() => import('./paused-notice').then((module) => module.PausedNotice));
const ResolveForm = lazyComponent(() => import('./resolve-form').then((module) => module.ResolveForm));
const DecideDialog = lazyComponent(() => import('./decide-dialog').then((module) => module.DecideDialog));

export interface DecisionPanelProps {
  item: QueueItem;
  budget: MonthBudget;
  reasonRequired: boolean;
  whoPays: 'partner' | 'customer';
  viewer: { id: string; name: string; mayEdit: boolean; mayDecide: boolean; isAdmin: boolean };
}

export function DecisionPanel(props: DecisionPanelProps) {
  const [deciding, setDeciding] = useState<'accept' | 'reject' | null>(null);
  const { item, viewer } = props;
  const { decision } = item;
  // A decision from before the setting changed is still shown, and can be settled or withdrawn.
  if (props.whoPays === 'customer' && !isOpenOrAccepted(item)) {
    return (
      <Panel title={sponsorshipLabels.title}>
        <p className="text-13 text-ink-2">{decisionPanelLabels.customersPay}</p>
      </Panel>
    );
  }
  const unknown = decision?.state === 'unknown';
  return (
    <Panel
      title={decision === null ? sponsorshipLabels.title : decisionPanelLabels.title(decision)}
      tone={unknown ? 'unkn' : undefined}
      // The age would read like the countdown of a decision about to be sent.
      aside={decision?.state === 'approved' ? null : decision && (decision.sentAt ?? decision.proposedAt)}
    >
      {viewer.mayDecide && item.restoredFrom !== null && (
        <PausedNotice restoredFrom={item.restoredFrom} className="mb-3" />
      )}
      {decision !== null && <DecisionFacts decision={decision} />}
      {unknown ? (
        viewer.mayDecide ? (
          <ResolveForm
            subject={item.importId}
            decision={decision}
            secondPeople={item.secondPeople}
            inEffect={item.inEffect}
            paused={item.restoredFrom !== null}
            customersPay={props.whoPays === 'customer' && decision.kind === 'accept'}
            viewerId={viewer.id}
            oddity={item.oddity}
            status={item.status?.known}
          />
        ) : (
          <p className="text-13 text-ink-2">{decisionPanelLabels.approverSettles}</p>
        )
      ) : (
        <>
          <DecisionActions item={item} whoPays={props.whoPays} viewer={viewer} onDecide={setDeciding} />
          {props.whoPays === 'partner' && (
            <CustomerRequest item={item} mayRequest={viewer.mayEdit && !isOpenOrAccepted(item)} />
          )}
        </>
      )}
      {deciding !== null && (
        <DecideDialog
          item={item}
          kind={deciding}
          budget={props.budget}
          viewer={viewer}
          reasonRequired={props.reasonRequired}
          onClose={() => setDeciding(null)}
          onDone={() => setDeciding(null)}
        />
      )}
    </Panel>
  );
}

function isOpenOrAccepted({ decision, inEffect }: QueueItem): boolean {
  return inEffect === 'accept' || openDecisionStates.some((state) => state === decision?.state);
}

function Panel({
  title,
  tone,
  aside,
  children,
}: {
  title: string;
  tone?: 'unkn' | undefined;
  aside?: string | null | undefined;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={decisionPanelLabels.panel}
      className={cx('rounded-3 border p-4', tone === 'unkn' ? 'border-unkn-line' : 'border-line-strong')}
    >
      <header className="mb-3 flex items-center gap-2">
        {tone === 'unkn' && <Icon name="help" size={16} className="text-unkn" />}
        <h2 className={cx('flex-1 text-14 font-strong', tone === 'unkn' && 'text-unkn')}>{title}</h2>
        {aside && <Time at={aside} as="age" className="text-12 text-meta" />}
      </header>
      {children}
    </section>
  );
}

function DecisionFacts({ decision }: { decision: Decision }) {
  // Without a second approver, proposing and approving are the same action.
  const oneStep = decision.approvedAt !== null && decision.approvedBy?.id === decision.proposedBy?.id;
  const withTime = (text: string | undefined, at: string) => (
    <>
      {text}, <Time at={at} />
    </>
  );
  const facts: Definitions = {
    [oneStep ? decisionPanelLabels.decided : decisionPanelLabels.proposed]: withTime(
      decision.proposedBy?.name,
      decision.proposedAt,
    ),
  };
  if (!oneStep && decision.approvedBy && decision.approvedAt) {
    facts[decisionPanelLabels.approved] = withTime(decision.approvedBy.name, decision.approvedAt);
  }
  if (decision.sentAt) {
    facts[decisionPanelLabels.sent] = withTime(decisionPanelLabels.sendCount(decision.sends), decision.sentAt);
  }
  if (decision.notBefore && decision.state === 'approved') {
    const term = decision.outcome === '' ? decisionPanelLabels.willBeSent : decisionPanelLabels.nextAttempt;
    facts[term] = <Time at={decision.notBefore} as="relative" />;
  }
  if (decision.resolvedBy && decision.resolvedAt) {
    facts[decisionPanelLabels.resolvedBy(decision)] = withTime(decision.resolvedBy.name, decision.resolvedAt);
  }
  return (
    <>
      {decision.outcome !== '' && <p className="mb-3 text-13 [overflow-wrap:anywhere]">{decision.outcome}</p>}
      <DefinitionList termWidth="sm" items={facts} />
      {[decision.reason, decision.resolutionReason].map(
        (text, index) =>
          text !== '' && (
            <p key={index} className="mt-2 text-13 [overflow-wrap:anywhere] text-ink-2">
              {sponsorshipLabels.quote(text)}
            </p>
          ),
      )}
      {decision.note !== '' && (
        <p className="mt-1 text-12 [overflow-wrap:anywhere] text-meta">{decisionPanelLabels.note(decision.note)}</p>
      )}
    </>
  );
}
