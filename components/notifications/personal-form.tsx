'use client';

import { useId, useState } from 'react';
import { choiceProblems, type RuleProblem } from '@/lib/contract/notification-rule-problems';
import type { AccountNotifications, NotificationChoice } from '@/lib/contract/notification-rules';
import { fieldErrors, ProblemNotice, problemOf } from '../ui/problem-notice';
import { useSaveAccountNotifications } from '@/lib/query/use-notification-rules';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { toast } from '../ui/toast-store';
import { useFormErrors } from '../ui/use-form-errors';
import { EventCheckboxes } from './event-checkboxes';
import { personalLabels as labels } from './labels';
import { ScheduleFields } from './schedule-fields';

/** Shows the saved choice again when it changes elsewhere: give it a key of the choice. */
export function PersonalForm({
  offered,
  saved,
}: {
  offered: AccountNotifications['events'];
  saved: NotificationChoice;
}) {
  const note = useId();
  const save = useSaveAccountNotifications();
  const [choice, setChoice] = useState(saved);
  const set = (change: Partial<NotificationChoice>) => setChoice({ ...choice, ...change });
  const isChanged = JSON.stringify(choice) !== JSON.stringify(saved);
  const { errors, formProps } = useFormErrors<RuleProblem['field']>({
    check: () => Object.fromEntries(choiceProblems(choice).map(({ field, message }) => [field, message])),
    onValid: () => {
      if (save.isPending || !isChanged) return;
      // The form is replaced by that of the saved choice, and callbacks of `mutate` do not run then.
      save.mutateAsync(choice).then(
        () => toast({ tone: 'done', title: labels.saved }),
        () => undefined,
      );
    },
    serverError: save.error,
  });
  const problem = problemOf(save.error);
  const errorsOf = (field: RuleProblem['field']) => errors[field] ?? fieldErrors(problem, field);
  return (
    <form {...formProps} className="grid max-w-[560px] gap-5">
      <Checkbox
        label={labels.enabled}
        className="max-md:min-h-11 max-md:items-center"
        checked={choice.enabled}
        onChange={(event) => set({ enabled: event.target.checked })}
      />
      <EventCheckboxes
        offered={offered}
        chosen={choice.events}
        error={[errorsOf('events')].flat()[0]}
        onChange={(events) => set({ events })}
      />
      <ScheduleFields value={choice} errors={{ time: errorsOf('time'), zone: errorsOf('zone') }} onChange={set} />
      <ProblemNotice error={save.error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={save.isPending} disabled={!isChanged} aria-describedby={note}>
          {labels.save}
        </Button>
        <span id={note} className="text-12 text-meta">
          {!isChanged && labels.unchanged}
        </span>
      </div>
    </form>
  );
}
