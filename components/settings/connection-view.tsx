'use client';

import type { ReactNode } from 'react';
import type { Connection, ConnectionCheck } from '@/lib/contract/connection';
import { useCheckConnection } from '@/lib/query/use-connection';
import { Section } from '../shell/page';
import { Badge, type Tone } from '../ui/badge';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { DefinitionList } from '../ui/definition-list';
import { formatDuration } from '../ui/format-duration';
import { Icon, type IconName } from '../ui/icon';
import { Notice } from '../ui/notice';
import { ProblemNotice } from '../ui/problem-notice';
import { TextLink } from '../ui/text-link';
import { Time } from '../ui/time';
import { connectionStates, connectionViewLabels as labels } from './connection-labels';

type EnvironmentState = Connection['environments'][number];

const states: Record<EnvironmentState['state'], { tone: Tone; icon: IconName }> = {
  working: { tone: 'done', icon: 'check' },
  refused: { tone: 'unkn', icon: 'key' },
  trouble: { tone: 'turn', icon: 'warning' },
  unreachable: { tone: 'unkn', icon: 'plug' },
  not_used: { tone: 'wait', icon: 'clock' },
};

export function ConnectionView({ initial, inEnvironment }: { initial: Connection; inEnvironment: boolean }) {
  const check = useCheckConnection();
  const connection = check.data?.connection ?? initial;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_344px] items-start gap-x-12 gap-y-6 max-lg:grid-cols-1">
      <div className="grid gap-6">
        <Section
          title={labels.title}
          ruled={false}
          remark={
            <Button size="sm" icon="refresh" busy={check.isPending} onClick={() => check.mutate()}>
              {labels.checkNow}
            </Button>
          }
        >
          <p role="status" className="sr-only">
            {check.isPending ? labels.checking : check.isSuccess ? labels.checked : ''}
          </p>
          <ProblemNotice error={check.error} className="mb-3" />
          <div className="border-t">
            {connection.environments.map((state) => (
              <EnvironmentSection
                key={state.environment}
                environmentState={state}
                inEnvironment={inEnvironment}
                result={check.data?.results.find(({ environment }) => environment === state.environment)}
              />
            ))}
          </div>
        </Section>
        <Section title={labels.fields.title} count={connection.fieldsNotFound.length || undefined}>
          {connection.fieldsNotFound.length === 0 ? (
            <p className="flex items-center gap-2 text-13 text-ink-2">
              <Icon name="check" className="text-done" /> {labels.fields.none}
            </p>
          ) : (
            <>
              <ul className="grid gap-1 text-13">
                {connection.fieldsNotFound.map(({ fact, count }) => (
                  <li key={fact} className="flex gap-3">
                    <span className="mono min-w-0 flex-1 leading-5">{fact}</span>
                    <span className="text-meta tabular-nums">{labels.fields.times(count)}</span>
                  </li>
                ))}
              </ul>
              <p className="mt-3 text-12 text-meta">{labels.fields.hint(connection.dialect)}</p>
            </>
          )}
        </Section>
        <Section title={labels.redirect.title}>
          <DefinitionList
            items={{
              [labels.redirect.hosts]: <span className="mono">{connection.redirect.hosts.join(', ')}</span>,
              [labels.redirect.last]:
                connection.redirect.last === null ? (
                  <span className="text-meta">{labels.redirect.none}</span>
                ) : (
                  <>
                    <CheckResult good={connection.redirect.last.allowed}>
                      <span className="mono">{connection.redirect.last.host}</span>
                    </CheckResult>
                    <span className="block text-12 text-meta">
                      {connection.redirect.last.explanation} {labels.redirect.received}{' '}
                      <Time at={connection.redirect.last.at} as="relative" />.
                    </span>
                  </>
                ),
            }}
          />
        </Section>
        <Section
          title={labels.webhooks.title}
          remark={
            <TextLink href="/webhooks" underlined>
              {labels.webhooks.all}
            </TextLink>
          }
        >
          <DefinitionList
            items={{
              [labels.webhooks.address]: (
                <span className="flex items-center gap-1">
                  <span className="mono min-w-0 [overflow-wrap:anywhere]">{connection.webhooks.setup.address}</span>
                  <CopyButton text={connection.webhooks.setup.address} label={labels.webhooks.copy} />
                </span>
              ),
              [labels.webhooks.secret]: (
                <CheckResult good={connection.webhooks.setup.secrets > 0}>
                  {connection.webhooks.setup.secrets > 0 ? labels.webhooks.set : labels.webhooks.notSet}
                </CheckResult>
              ),
              [labels.webhooks.lastVerified]: <TimeOrNone at={connection.webhooks.lastVerifiedAt} />,
              [labels.webhooks.lastRefused]: <TimeOrNone at={connection.webhooks.lastRefusedAt} />,
            }}
          />
        </Section>
        <PollerSection poller={connection.poller} ratePerS={connection.ratePerS} />
      </div>
      <Section title={labels.operator.title} ruled={false} className="max-lg:border-t max-lg:pt-4 lg:border-s lg:ps-6">
        <p className="mb-3 text-13 text-ink-2">{labels.operator.text}</p>
        <p
          role="group"
          aria-label={labels.operator.message}
          className="mb-3 rounded-2 border bg-sunken p-3 text-12 leading-5 [overflow-wrap:anywhere] whitespace-pre-line"
        >
          {connection.operator}
        </p>
        <CopyButton text={connection.operator} label={labels.operator.copy} showLabel />
      </Section>
    </div>
  );
}

function EnvironmentSection({
  environmentState,
  inEnvironment,
  result,
}: {
  environmentState: EnvironmentState;
  /** The token is set there, not in the browser. */
  inEnvironment: boolean;
  result: ConnectionCheck['results'][number] | undefined;
}) {
  const state = states[environmentState.state];
  const texts = labels.environment;
  return (
    <section
      aria-label={texts[environmentState.environment]}
      className="border-b border-b-line-soft py-3 last:border-b-0 last:pb-0"
    >
      <h3 className="mb-2 flex flex-wrap items-center gap-2">
        {texts[environmentState.environment]}
        <Badge tone={state.tone} size="sm" icon={<Icon name={state.icon} size={12} />}>
          {connectionStates[environmentState.state]}
        </Badge>
      </h3>
      <DefinitionList
        items={{
          [texts.address]: <span className="mono">{environmentState.address}</span>,
          [texts.token]:
            result === undefined ? (
              environmentState.state === 'refused' ? (
                <CheckResult good={false}>{texts.refused}</CheckResult>
              ) : environmentState.lastOkAt === null ? (
                <span className="text-meta">{texts.unknown}</span>
              ) : (
                <CheckResult good>{texts.accepted}</CheckResult>
              )
            ) : (
              <CheckResult good={result.outcome === 'accepted'}>
                {result.explanation} <span className="text-meta">{texts.took(result.tookMs)}</span>
              </CheckResult>
            ),
          [texts.lastAnswer]: <TimeOrNone at={environmentState.lastOkAt} />,
          [texts.lastError]:
            environmentState.lastError === null ? (
              <span className="text-meta">{texts.noError}</span>
            ) : (
              <>
                {environmentState.lastError.explanation}{' '}
                <span className="text-meta">
                  <Time at={environmentState.lastError.at} as="relative" />
                </span>
              </>
            ),
        }}
      />
      {result !== undefined && result.missing.length > 0 && (
        <ul className="mt-2 list-disc ps-4 text-12 text-ink-2">
          {result.missing.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      {environmentState.state === 'refused' && (
        <Notice tone="error" title={texts.refusedTitle} className="mt-3">
          {texts.refusedText(inEnvironment)}
        </Notice>
      )}
    </section>
  );
}

function PollerSection({ poller, ratePerS }: { poller: Connection['poller']; ratePerS: number }) {
  const texts = labels.poller;
  return (
    <Section title={texts.title}>
      <DefinitionList
        items={{
          [texts.cycle]:
            poller.movingUnits === 0 ? texts.nothingActive : texts.cycleText(formatDuration(poller.cycleS * 1000)),
          [texts.planned]: texts.plannedText(poller.spendsPerS.toFixed(2), poller.sharePerS, ratePerS),
          [texts.sent]: poller.sentPerS === null ? texts.sentUnknown : texts.sentText(poller.sentPerS.toFixed(2)),
          [texts.polled]: texts.polledText(poller.movingUnits, poller.restingUnits),
          [texts.oldest]:
            poller.oldestPollS === null
              ? texts.nothingActive
              : texts.oldestText(formatDuration(poller.oldestPollS * 1000)),
          [texts.late]:
            poller.overdue === 0 ? (
              texts.notLate
            ) : (
              <CheckResult good={poller.overdueS < poller.cycleS}>
                {texts.lateText(poller.overdue, formatDuration(poller.overdueS * 1000))}
              </CheckResult>
            ),
        }}
      />
    </Section>
  );
}

function TimeOrNone({ at }: { at: string | null }) {
  if (at === null) return <span className="text-meta">{labels.never}</span>;
  return (
    <>
      <Time at={at} as="relative" />, <Time at={at} as="moment" />
    </>
  );
}

function CheckResult({ good, children }: { good: boolean; children: ReactNode }) {
  return (
    <span className="inline-flex items-start gap-1.5">
      <Icon name={good ? 'check' : 'warning'} size={14} className={good ? 'mt-0.75 text-done' : 'mt-0.75 text-unkn'} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">{good ? labels.good : labels.bad}</span>
        {children}
      </span>
    </span>
  );
}
