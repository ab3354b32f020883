'use client';

import { useId, useState, type FormEvent } from 'react';
import type { Contact } from '@/lib/contract/contacts';
import { type Language, languageOptions } from '@/lib/contract/languages';
import { fieldErrors, ProblemNotice, problemOf } from '../ui/problem-notice';
import { useSetContact } from '@/lib/query/use-contact';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Icon } from '../ui/icon';
import { SelectField } from '../ui/select';
import { contactLabels as labels } from './on-demand-labels';

export function ContactDialog({
  importId,
  contact,
  onClose,
}: {
  importId: string;
  contact: Contact;
  onClose: () => void;
}) {
  const form = useId();
  const current = contact.source === 'username' ? '' : (contact.email ?? '');
  // `contact` follows what the customer changes meanwhile.
  const [shown] = useState({ email: current, language: contact.language ?? 'en' });
  const [email, setEmail] = useState(shown.email);
  const [language, setLanguage] = useState<Language>(shown.language);
  const set = useSetContact(importId);
  const problem = problemOf(set.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (set.isPending) return;
    const typed = email.trim();
    const isOtherLanguage = language !== shown.language;
    // Saving without a change enters the address again.
    const isEntered = typed !== shown.email || (!isOtherLanguage && typed === current);
    if (!isEntered && !isOtherLanguage) return onClose();
    const body = { ...(isEntered && { email: typed || null }), ...(isOtherLanguage && { language }) };
    set.mutate(body, { onSuccess: onClose });
  };
  return (
    <Dialog
      size="sm"
      title={labels.title}
      onClose={onClose}
      busy={set.isPending}
      note={
        <>
          <Icon name="audit" size={12} /> {labels.note}
        </>
      }
      action={
        <Button variant="primary" type="submit" form={form} busy={set.isPending}>
          {labels.save}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="mt-3 grid gap-3">
        {(problem === null || problem.errors.length === 0) && <ProblemNotice error={set.error} />}
        <TextField
          label={labels.field}
          hint={labels.hint}
          error={fieldErrors(problem, 'email')}
          // Not `email`: errors are shown beside the field in our words.
          inputMode="email"
          autoComplete="off"
          maxLength={1000}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          data-autofocus
        />
        <SelectField label={labels.language} value={language} options={languageOptions} onChange={setLanguage} />
      </form>
    </Dialog>
  );
}
