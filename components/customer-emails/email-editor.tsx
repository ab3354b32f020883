'use client';

import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import {
  mailPlaceholders,
  mailTemplateProblems,
  maxSubjectCharacters,
  maxTextCharacters,
  type MailTemplate,
} from '@/lib/contract/mail-templates';
import type { CustomerEvent } from '@/lib/contract/outbox';
import { languageFacts, languageOptions, type Language } from '@/lib/contract/languages';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { TextAreaField, TextField } from '../ui/field';
import { Select } from '../ui/select';
import { EmailPreview } from './email-preview';
import { customerEmailLabels as labels, eventLabels, placeholderLabels } from './labels';

export function EmailEditor({
  event,
  language,
  template,
  shipped,
  submits,
  changed,
  busy,
  mayTest,
  ownEmail,
  onLanguage,
  onChange,
  onSave,
  onDiscard,
}: {
  event: CustomerEvent;
  language: Language;
  template: MailTemplate;
  shipped: MailTemplate;
  /** How often saving was tried since it last succeeded. Each time the first wrong field gets the focus. */
  submits: number;
  changed: boolean;
  busy: boolean;
  mayTest: boolean;
  ownEmail: string;
  onLanguage: (language: Language) => void;
  onChange: (template: MailTemplate) => void;
  onSave: () => void;
  onDiscard: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [touched, setTouched] = useState(false);
  const draft = useMemo(() => ({ event, language, template }), [event, language, template]);
  const problems = mailTemplateProblems(template);
  const errorsOf = (field: keyof MailTemplate): string[] =>
    submits > 0 || touched ? problems.flatMap((problem) => (problem.field === field ? problem.message : [])) : [];
  const isShipped = template.subject === shipped.subject && template.text === shipped.text;
  const set = (part: Partial<MailTemplate>) => {
    setTouched(true);
    onChange({ ...template, ...part });
  };
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    onSave();
  };
  useEffect(() => {
    if (submits > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submits]);
  const { name: title, when } = eventLabels[event];
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_400px] items-start gap-x-8 gap-y-8 max-xl:grid-cols-1">
      <Section title={title} ruled={false}>
        <form ref={form} onSubmit={submit} noValidate className="grid gap-4 border-t pt-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-60 text-13 text-ink-2">{when}</p>
            <Select
              aria-label={labels.language}
              className="w-48 max-md:w-full"
              options={languageOptions}
              value={language}
              onChange={onLanguage}
            />
          </div>
          <TextField
            label={labels.subject}
            hint={labels.subjectHint}
            error={errorsOf('subject')}
            lang={language}
            dir={languageFacts[language].dir}
            maxLength={maxSubjectCharacters}
            value={template.subject}
            onChange={(changedInput) => set({ subject: changedInput.target.value })}
          />
          <TextAreaField
            label={labels.text}
            hint={labels.textHint}
            error={errorsOf('text')}
            lang={language}
            dir={languageFacts[language].dir}
            rows={14}
            maxLength={maxTextCharacters}
            value={template.text}
            onChange={(changedInput) => set({ text: changedInput.target.value })}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" variant="primary" busy={busy} disabled={!changed}>
              {labels.save}
            </Button>
            {changed ? (
              <Button onClick={onDiscard}>{labels.discard}</Button>
            ) : (
              <span className="text-12 text-meta">{labels.unchanged}</span>
            )}
            <Button className="ms-auto" disabled={isShipped} onClick={() => set(shipped)}>
              {labels.restore}
            </Button>
          </div>
          <div>
            <h3>{labels.placeholders}</h3>
            <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-12">
              {mailPlaceholders.map((placeholder) => (
                <div key={placeholder} className="col-span-2 grid grid-cols-subgrid">
                  <dt className="font-mono">{`{${placeholder}}`}</dt>
                  <dd className="text-ink-2">{placeholderLabels[placeholder]}</dd>
                </div>
              ))}
            </dl>
          </div>
        </form>
      </Section>
      <EmailPreview draft={draft} valid={problems.length === 0} mayTest={mayTest} ownEmail={ownEmail} />
    </div>
  );
}
