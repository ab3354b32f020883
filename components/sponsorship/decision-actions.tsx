'use client';

import type { QueueItem } from '@/lib/contract/sponsorship';
import { ProblemNotice } from '../ui/problem-notice';
import { useDecide, useRequestFull } from '@/lib/query/use-sponsorship';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { TextLink } from '../ui/text-link';
import { useEnvironment } from '../ui/use-environment';
import { decisionActionLabels, secondPeopleLabels, sponsorshipLabels } from './labels';
import { describeSecondPeople, isSecondPerson } from './second-people';
import { UndoButton } from './undo-button';

export function DecisionActions({
  item,
  viewer,
  whoPays,
  onDecide,
}: {
  item: QueueItem;
  whoPays: 'partner' | 'customer';
  viewer: { id: string; mayDecide: boolean; isAdmin: boolean };
  onDecide: (kind: 'accept' | 'reject') => void;
}) {
  const { decide, withdraw } = useDecide(useEnvironment(), item.importId);
  const { decision } = item;
  const settled = item.inEffect !== null;
  const paused = item.restoredFrom !== null;
  if (!viewer.mayDecide) {
    return decision === null ? <p className="text-13 text-ink-2">{decisionActionLabels.undecided}</p> : null;
  }
  if (decision?.state === 'sending') return <p className="mt-3 text-13 text-ink-2">{decisionActionLabels.sending}</p>;
  const customer = item.username ?? sponsorshipLabels.importName(item.importId);
  if (decision?.state === 'approved') {
    return (
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <UndoButton importId={item.importId} customer={customer} decision={decision} />
        <span className="text-12 text-meta">
          {decision.sends === 0 ? decisionActionLabels.notSentYet : decisionActionLabels.notSentAgainYet}
        </span>
      </div>
    );
  }
  if (decision?.state === 'proposed') {
    const kind = decision.kind === 'reject' ? 'reject' : 'accept';
    const mayApprove = isSecondPerson(item.secondPeople, viewer.id);
    return (
      <div className="mt-4 flex flex-wrap gap-2">
        {whoPays === 'customer' ? null : mayApprove ? (
          <Button variant="primary" disabled={paused} onClick={() => onDecide(kind)}>
            {decisionActionLabels.approve}
          </Button>
        ) : (
          <p className="w-full text-13 text-ink-2">
            {describeSecondPeople(item.secondPeople)}{' '}
            {viewer.isAdmin && item.secondPeople?.length === 0 && (
              <TextLink href="/settings/staff">{secondPeopleLabels.openStaff}</TextLink>
            )}
          </p>
        )}
        <Button busy={withdraw.isPending} onClick={() => withdraw.mutate({ decisionId: decision.id, reason: '' })}>
          {decisionActionLabels.withdraw}
        </Button>
        <ProblemNotice error={withdraw.error} />
      </div>
    );
  }
  if (item.gone) {
    return <p className="mt-3 text-13 text-ink-2">{decisionActionLabels.gone}</p>;
  }
  if (whoPays === 'customer') return null;
  const isRequestedAgain = item.inEffect === 'reject' && item.requestOpen;
  const mayReverse = !settled || viewer.isAdmin;
  if (!mayReverse && !isRequestedAgain) {
    return <p className="mt-3 text-12 text-meta">{decisionActionLabels.adminsOnly}</p>;
  }
  return (
    <>
      {!settled && item.oddity !== null && (
        <p className="mb-3 text-13 text-turn">
          <Icon name="warning" size={14} className="me-1.5 inline align-[-2px]" />
          {item.oddity}
        </p>
      )}
      {decision === null && item.oddity === null && (
        <p className="mb-3 text-13 text-ink-2">
          {item.policy.short}. <span className="text-meta">{item.policy.explanation}</span>
        </p>
      )}
      {settled && (
        <p className="mt-3 text-12 text-meta">
          {mayReverse ? decisionActionLabels.adminMayReverse : decisionActionLabels.adminsOnly}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {item.inEffect !== 'accept' && mayReverse && (
          <Button
            variant={settled || item.oddity !== null ? 'secondary' : 'primary'}
            className="grow"
            onClick={() => onDecide('accept')}
            disabled={paused || decide.isPending}
          >
            {sponsorshipLabels.decide.accept}
          </Button>
        )}
        {(item.inEffect !== 'reject' || isRequestedAgain) && (
          <Button className="grow" disabled={paused} onClick={() => onDecide('reject')}>
            {sponsorshipLabels.decide.reject}
          </Button>
        )}
      </div>
    </>
  );
}

/** For requests by phone or e-mail, entered by an agent. */
export function CustomerRequest({ item, mayRequest }: { item: QueueItem; mayRequest: boolean }) {
  const request = useRequestFull(useEnvironment(), item.importId);
  if (item.requestOpen) {
    return <p className="mt-3 border-t pt-3 text-12 text-meta">{decisionActionLabels.customerRequested}</p>;
  }
  if (!mayRequest || item.gone || item.oddity !== null) return null;
  return (
    <div className="mt-3 border-t pt-3">
      <Button size="sm" variant="ghost" icon="person" busy={request.isPending} onClick={() => request.mutate('')}>
        {decisionActionLabels.recordRequest}
      </Button>
      <ProblemNotice error={request.error} className="mt-1" />
    </div>
  );
}
