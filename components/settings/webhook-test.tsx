'use client';

import { ProblemNotice } from '../ui/problem-notice';
import { useTestWebhook } from '@/lib/query/use-connection';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { Notice } from '../ui/notice';
import { connectionLabels } from './connection-labels';

const labels = connectionLabels.webhook;

export function WebhookTest() {
  const test = useTestWebhook();
  return (
    <Section title={labels.title}>
      <p className="mb-3 text-13 text-ink-2">{labels.text}</p>
      <Button size="sm" icon="send" busy={test.isPending} onClick={() => test.mutate()}>
        {labels.send}
      </Button>
      <ProblemNotice error={test.error} className="mt-3" />
      {test.data !== undefined && (
        <Notice tone={test.data.outcome === 'received' ? 'done' : 'error'} live className="mt-3">
          {test.data.message}
        </Notice>
      )}
    </Section>
  );
}
