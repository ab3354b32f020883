import type { MessageContent } from '../message-content';
import { totalOf, type NoticeBatch, type RenderDeps } from './notice';
import { renderStaffEmail } from './render-staff-email';
import { renderSlack } from './render-slack';
import { sandboxPrefix, countsLabel } from './staff-messages';
import type { StaffRule } from './staff-rules';
import { toJsonPayload } from './json-payload';
import { toWebhookPayload } from './webhook-payload';

/** Contains only counts and labels, because subjects are shown in lists and notifications. */
export function subjectOf({ counts, notices }: NoticeBatch): string {
  const isSandbox = notices.every(({ environment }) => environment === 'sandbox');
  return `${isSandbox ? sandboxPrefix : ''}${countsLabel(counts)}`;
}

/** One event as itself, several as a digest. */
export function renderStaffMessage(deps: RenderDeps, rule: StaffRule, batch: NoticeBatch): MessageContent {
  const subject = subjectOf(batch);
  if (rule.channel === 'email') return renderStaffEmail(deps, { rule, batch, subject });
  return { kind: 'post', type: typeOf(batch), body: JSON.stringify(toBody(deps, rule, batch, subject)) };
}

/** The type stored with the message. */
export function typeOf(batch: NoticeBatch): string {
  const [first] = batch.notices;
  return first && totalOf(batch) === 1 ? first.kind : 'digest';
}

function toBody(deps: RenderDeps, rule: StaffRule, batch: NoticeBatch, subject: string): unknown {
  if (rule.channel === 'slack') return renderSlack(deps, { rule, batch, subject });
  if (rule.channel === 'json') return toJsonPayload(deps, batch);
  return toWebhookPayload(deps, batch, deps.clock.now());
}
