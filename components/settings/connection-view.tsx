'use client';

import type { ReactNode } from 'react';
import type { Connection, ConnectionCheck } from '@/lib/contract/connection';
import { useCheckConnection } from '@/lib/query/use-admin';
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

type EnvironmentState = Connection['environments'][number];

const states: Record<EnvironmentState['state'], { label: string; tone: Tone; icon: IconName }> = {
  working: { label: 'Working', tone: 'done', icon: 'check' },
  refused: { label: 'Our token is refused', tone: 'unkn', icon: 'key' },
  trouble: { label: 'The last question failed', tone: 'turn', icon: 'warning' },
  unreachable: { label: 'Not reachable', tone: 'unkn', icon: 'plug' },
  not_asked: { label: 'Not asked yet', tone: 'wait', icon: 'clock' },
};

export function ConnectionView({ initial }: { initial: Connection }) {
  const check = useCheckConnection();
  const connection = check.data?.connection ?? initial;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_344px] items-start gap-x-12 gap-y-6 max-lg:grid-cols-1">
      <div className="grid gap-6">
        <Section
          title="The service"
          ruled={false}
          remark={
            <Button size="sm" icon="refresh" busy={check.isPending} onClick={() => check.mutate()}>
              Check now
            </Button>
          }
        >
          <p role="status" className="sr-only">
            {check.isPending ? 'Asking the service' : check.isSuccess ? 'Checked' : ''}
          </p>
          <ProblemNotice error={check.error} className="mb-3" />
          <div className="border-t">
            {connection.environments.map((state) => (
              <EnvironmentSection
                key={state.environment}
                environmentState={state}
                result={check.data?.results.find(({ environment }) => environment === state.environment)}
              />
            ))}
          </div>
        </Section>
        <Section title="Fields not found" count={connection.fieldsNotFound.length || undefined}>
          {connection.fieldsNotFound.length === 0 ? (
            <p className="flex items-center gap-2 text-13 text-ink-2">
              <Icon name="check" className="text-done" /> Every fact we looked for in the service’s answers was there,
              since this instance started.
            </p>
          ) : (
            <>
              <ul className="grid gap-1 text-13">
                {connection.fieldsNotFound.map(({ fact, count }) => (
                  <li key={fact} className="flex gap-3">
                    <span className="mono min-w-0 flex-1 leading-5">{fact}</span>
                    <span className="text-meta tabular-nums">{count === 1 ? 'once' : `${count} times`}</span>
                  </li>
                ))}
              </ul>
              <p className="mt-3 text-12 text-meta">
                Since this instance started. <span className="mono">npm run doctor</span> finds the names this service
                uses and writes the file for SERVICE_DIALECT
                {connection.dialect ? ', which is set already.' : '.'}
              </p>
            </>
          )}
        </Section>
        <Section title="Where customers are sent">
          <DefinitionList
            items={{
              'Allowed hosts': <span className="mono">{connection.redirect.hosts.join(', ')}</span>,
              'Newest address':
                connection.redirect.last === null ? (
                  <span className="text-meta">none yet: it comes with the first import made here</span>
                ) : (
                  <>
                    <CheckResult good={connection.redirect.last.allowed}>
                      <span className="mono">{connection.redirect.last.host}</span>
                    </CheckResult>
                    <span className="block text-12 text-meta">
                      {connection.redirect.last.says} Told <Time at={connection.redirect.last.at} as="relative" />.
                    </span>
                  </>
                ),
            }}
          />
        </Section>
        <Section
          title="Webhooks"
          remark={
            <TextLink href="/webhooks" underlined>
              All deliveries
            </TextLink>
          }
        >
          <DefinitionList
            items={{
              'Our address': (
                <span className="flex items-center gap-1">
                  <span className="mono min-w-0 [overflow-wrap:anywhere]">{connection.webhooks.setup.address}</span>
                  <CopyButton text={connection.webhooks.setup.address} label="Copy our webhook address" />
                </span>
              ),
              Secret: (
                <CheckResult good={connection.webhooks.setup.secrets > 0}>
                  {connection.webhooks.setup.secrets > 0
                    ? 'Set'
                    : 'Not set: no message is believed, each is a hint that makes us ask'}
                </CheckResult>
              ),
              'Last verified': <TimeOrNone at={connection.webhooks.lastVerifiedAt} />,
              'Last refused': <TimeOrNone at={connection.webhooks.lastRefusedAt} />,
            }}
          />
        </Section>
        <PollerSection poller={connection.watcher} ratePerS={connection.ratePerS} />
      </div>
      <Section title="Ask the operator" ruled={false} className="lg:border-s lg:ps-6">
        <p className="mb-3 text-13 text-ink-2">
          The interface has no endpoint for these, so a person asks a person. The message holds addresses of ours and no
          secret.
        </p>
        <p
          tabIndex={0}
          role="group"
          aria-label="Message to the operator"
          className="mb-3 max-h-96 overflow-y-auto rounded-2 border bg-sunken p-3 text-12 leading-5 [overflow-wrap:anywhere] whitespace-pre-line"
        >
          {connection.operator}
        </p>
        <CopyButton text={connection.operator} label="Copy the message" showLabel />
      </Section>
    </div>
  );
}

function EnvironmentSection({
  environmentState,
  result,
}: {
  environmentState: EnvironmentState;
  result: ConnectionCheck['results'][number] | undefined;
}) {
  const state = states[environmentState.state];
  return (
    <section
      aria-label={environmentState.environment === 'live' ? 'Live' : 'Sandbox'}
      className="border-b border-b-line-soft py-3 last:border-b-0 last:pb-0"
    >
      <h3 className="mb-2 flex flex-wrap items-center gap-2">
        {environmentState.environment === 'live' ? 'Live' : 'Sandbox'}
        <Badge tone={state.tone} size="sm" icon={<Icon name={state.icon} size={12} />}>
          {state.label}
        </Badge>
      </h3>
      <DefinitionList
        items={{
          Address: <span className="mono">{environmentState.address}</span>,
          Token:
            result === undefined ? (
              environmentState.state === 'refused' ? (
                <CheckResult good={false}>Refused</CheckResult>
              ) : environmentState.lastOkAt === null ? (
                <span className="text-meta">not checked yet</span>
              ) : (
                <CheckResult good>Accepted</CheckResult>
              )
            ) : (
              <CheckResult good={result.outcome === 'accepted'}>
                {result.says} <span className="text-meta">{result.tookMs} ms</span>
              </CheckResult>
            ),
          'Last answer': <TimeOrNone at={environmentState.lastOkAt} />,
          'Last error':
            environmentState.lastError === null ? (
              <span className="text-meta">none since this instance started</span>
            ) : (
              <>
                {environmentState.lastError.says}{' '}
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
        <Notice tone="error" title="The service refuses our token." className="mt-3">
          Compare the token with what the operator issued. Staff see “our token is refused, tell an admin” meanwhile.
        </Notice>
      )}
    </section>
  );
}

function PollerSection({ poller, ratePerS }: { poller: Connection['watcher']; ratePerS: number }) {
  return (
    <Section title="Poller">
      <DefinitionList
        items={{
          Cycle: `Everything that may move is asked for within ${formatDuration(poller.cycleS * 1000)}, with every webhook lost`,
          'Requests planned': `${poller.spendsPerS.toFixed(2)} per second. At most ${poller.sharePerS} of ${ratePerS}; calls for people go first.`,
          'Requests sent':
            poller.sentPerS === null
              ? 'Unknown until a minute after the start'
              : `${poller.sentPerS.toFixed(2)} per second, over the last 15 minutes`,
          Watches: `${poller.movingUnits} that may move, ${poller.restingUnits} at rest`,
          'Oldest poll':
            poller.oldestLookS === null ? 'nothing may move' : `${formatDuration(poller.oldestLookS * 1000)} ago`,
          Behind:
            poller.overdue === 0 ? (
              'no'
            ) : (
              <CheckResult good={poller.overdueS < poller.cycleS}>
                {poller.overdue} due, the first for {formatDuration(poller.overdueS * 1000)}
              </CheckResult>
            ),
        }}
      />
    </Section>
  );
}

function TimeOrNone({ at }: { at: string | null }) {
  if (at === null) return <span className="text-meta">none yet</span>;
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
        <span className="sr-only">{good ? 'Well: ' : 'Not well: '}</span>
        {children}
      </span>
    </span>
  );
}
