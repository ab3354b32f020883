'use client';

import { useId, useState } from 'react';
import { completeUrl } from '@/lib/contract/complete-url';
import type { FillInBody, ImportRow } from '@/lib/contract/imports';
import { fieldErrors, ProblemNotice, problemOf } from '../ui/problem-notice';
import { useFillIn } from '@/lib/query/use-import';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Icon } from '../ui/icon';
import { useFormErrors } from '../ui/use-form-errors';
import { fillInLabels } from './on-demand-labels';

const fields: readonly { name: keyof FillInBody; label: string; hint: string }[] = fillInLabels.fields;

/** Data the service does not report. Sends only changed fields. */
export function FillInDialog({ row, onClose }: { row: ImportRow; onClose: () => void }) {
  const form = useId();
  // `row` follows what others change meanwhile.
  const [shown] = useState(row);
  const [values, setValues] = useState<Record<keyof FillInBody, string>>({
    username: row.username ?? '',
    tool: row.tool ?? '',
    instanceUrl: row.instanceUrl ?? '',
    family: row.family ?? '',
  });
  const fillIn = useFillIn(row.environment, row.id);
  const problem = problemOf(fillIn.error);
  const isChanged = (name: keyof FillInBody) => values[name].trim() !== (shown[name] ?? '');
  // Not a value from the service, which may lack the scheme.
  const complete = (name: keyof FillInBody) =>
    name === 'instanceUrl' && isChanged(name) ? completeUrl(values[name]) : values[name];
  const save = () => {
    if (fillIn.isPending) return;
    const changed = fields.filter(({ name }) => isChanged(name));
    if (changed.length === 0) return onClose();
    fillIn.mutate(Object.fromEntries(changed.map(({ name }) => [name, complete(name)])), { onSuccess: onClose });
  };
  const { formProps } = useFormErrors({ check: () => ({}), onValid: save, serverError: fillIn.error });
  return (
    <Dialog
      title={fillInLabels.title}
      onClose={onClose}
      busy={fillIn.isPending}
      note={
        <>
          <Icon name="audit" size={12} /> {fillInLabels.note}
        </>
      }
      action={
        <Button variant="primary" type="submit" form={form} busy={fillIn.isPending}>
          {fillInLabels.save}
        </Button>
      }
    >
      <form id={form} {...formProps} className="mt-4 grid gap-4">
        {problem !== null && problem.errors.length === 0 && <ProblemNotice error={fillIn.error} />}
        {fields.map(({ name, label, hint }, at) => (
          <TextField
            key={name}
            label={label}
            hint={hint}
            error={fieldErrors(problem, name)}
            autoComplete="off"
            maxLength={1000}
            value={values[name]}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            onBlur={() => setValues({ ...values, [name]: complete(name) })}
            {...(at === 0 && { 'data-autofocus': true })}
          />
        ))}
      </form>
    </Dialog>
  );
}
