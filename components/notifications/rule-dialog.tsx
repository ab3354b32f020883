'use client';

import { useId, useState } from 'react';
import { completeUrl } from '@/lib/contract/complete-url';
import {
  maxRuleName,
  notificationRuleProblems,
  ruleChannels,
  splitAddresses,
  type RuleProblem,
} from '@/lib/contract/notification-rule-problems';
import type { CreateRuleBody, NotificationRule } from '@/lib/contract/notification-rules';
import { staffEvents } from '@/lib/contract/staff-events';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { Dialog } from '../ui/dialog';
import { TextAreaField, TextField } from '../ui/field';
import { fieldErrors, ProblemNotice, problemOf } from '../ui/problem-notice';
import { useFormErrors } from '../ui/use-form-errors';
import { EventCheckboxes } from './event-checkboxes';
import { channelLabels, ruleDialogLabels as labels } from './labels';
import { RadioRow, ScheduleFields } from './schedule-fields';

/** `rule` is null for a new one. */
export function RuleDialog({
  rule,
  busy,
  error,
  onClose,
  onSave,
}: {
  rule: NotificationRule | null;
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onSave: (body: CreateRuleBody) => void;
}) {
  const form = useId();
  const [draft, setDraft] = useState<CreateRuleBody>(() => (rule === null ? emptyRule : toBody(rule)));
  const [addresses, setAddresses] = useState(draft.addresses.join('\n'));
  const [url, setUrl] = useState('');
  const set = (change: Partial<CreateRuleBody>) => setDraft({ ...draft, ...change });
  const isKept = rule !== null && rule.channel !== 'email' && url.trim() === '';
  const body = (): CreateRuleBody => ({
    ...draft,
    addresses: draft.channel === 'email' ? splitAddresses(addresses) : [],
    url: draft.channel === 'email' || isKept ? null : completeUrl(url),
  });
  const { errors: found, formProps } = useFormErrors<RuleProblem['field']>({
    check: () => Object.fromEntries(notificationRuleProblems(body()).map(({ field, message }) => [field, message])),
    onValid: () => {
      if (!busy) onSave(body());
    },
    serverError: error,
  });
  const problem = problemOf(error);
  const errorsOf = (field: RuleProblem['field']) => found[field] ?? fieldErrors(problem, field);
  const hasFieldErrors = problem?.errors.some(({ field }) => field in fieldNames) ?? false;

  return (
    <Dialog
      title={labels.title[rule === null ? 'add' : 'edit']}
      onClose={onClose}
      busy={busy}
      action={
        <Button type="submit" form={form} variant="primary" busy={busy}>
          {labels.save}
        </Button>
      }
    >
      <form id={form} {...formProps} className="mt-4 grid gap-5">
        {!hasFieldErrors && <ProblemNotice error={error} />}
        <TextField
          label={labels.name}
          hint={labels.nameHint}
          error={errorsOf('name')}
          maxLength={maxRuleName}
          autoComplete="off"
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
          data-autofocus
        />
        <EventCheckboxes
          offered={staffEvents}
          chosen={draft.events}
          error={[errorsOf('events')].flat()[0]}
          onChange={(events) => set({ events })}
        />
        {rule === null && (
          <RadioRow
            label={labels.channel}
            hint={channelLabels[draft.channel].hint}
            name={`${form}-channel`}
            options={ruleChannels.map((value) => ({ value, label: channelLabels[value].label }))}
            value={draft.channel}
            onChange={(channel) => set({ channel })}
          />
        )}
        {draft.channel === 'email' ? (
          <TextAreaField
            label={labels.addresses}
            hint={labels.addressesHint}
            error={errorsOf('addresses')}
            rows={3}
            spellCheck={false}
            autoCapitalize="off"
            value={addresses}
            onChange={(event) => setAddresses(event.target.value)}
          />
        ) : (
          <TextField
            label={labels.url}
            hint={rule?.targetHost ? labels.urlKept(rule.targetHost) : labels.urlHint}
            error={errorsOf('url')}
            type="url"
            autoComplete="off"
            spellCheck={false}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        )}
        <ScheduleFields value={draft} errors={{ time: errorsOf('time'), zone: errorsOf('zone') }} onChange={set} />
        <Checkbox
          label={labels.enabled}
          className="max-md:min-h-11 max-md:items-center"
          checked={draft.enabled}
          onChange={(event) => set({ enabled: event.target.checked })}
        />
      </form>
    </Dialog>
  );
}

function toBody(rule: NotificationRule): CreateRuleBody {
  const { name, events, environment, channel, addresses, schedule, time, zone, enabled } = rule;
  return { name, events, environment, channel, addresses, url: null, schedule, time, zone, enabled };
}

const emptyRule: CreateRuleBody = {
  name: '',
  events: ['request_waiting', 'outcome_unknown'],
  environment: 'live',
  channel: 'email',
  addresses: [],
  url: null,
  schedule: 'now',
  time: null,
  zone: null,
  enabled: true,
};

const fieldNames: Record<RuleProblem['field'], true> = {
  name: true,
  events: true,
  addresses: true,
  url: true,
  time: true,
  zone: true,
};
