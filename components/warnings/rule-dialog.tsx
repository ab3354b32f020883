'use client';

import { type FormEvent, useDeferredValue, useId, useMemo, useState } from 'react';
import { languageFacts, languageOptions, type Language } from '@/lib/contract/languages';
import { ruleProblems, severities } from '@/lib/contract/rule-texts';
import type { WarningRule } from '@/lib/contract/warning-rules';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextAreaField, TextField } from '../ui/field';
import { ProblemNotice } from '../ui/problem-notice';
import { SegmentedRadios } from '../ui/segmented';
import { SelectField } from '../ui/select';
import { previewRule } from './count-seen';
import { severityLabels, warningLabels as labels } from './labels';
import { RulePreview } from './rule-preview';

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);

/** The preview beside the form follows what is entered. */
export function RuleDialog({
  title,
  initial,
  earlier,
  seen,
  busy,
  error,
  onClose,
  onSave,
}: {
  title: string;
  initial: WarningRule;
  /** Rules that are tried before this one. */
  earlier: readonly WarningRule[];
  seen: Parameters<typeof previewRule>[2];
  busy: boolean;
  error: Error | null;
  onClose: () => void;
  onSave: (rule: WarningRule) => void;
}) {
  const form = useId();
  const [draft, setDraft] = useState(initial);
  const [kinds, setKinds] = useState(initial.kinds.join('\n'));
  const [texts, setTexts] = useState(initial.texts.join('\n'));
  const [language, setLanguage] = useState<Language>('en');
  const [submitted, setSubmitted] = useState(false);
  const set = (change: Partial<WarningRule>) => setDraft({ ...draft, ...change });

  const rule = { ...draft, kinds: linesOf(kinds), texts: linesOf(texts) };
  const problems = ruleProblems(rule);
  const errorsOf = (path: string): string[] =>
    submitted ? problems.flatMap((problem) => (problem.path === path ? problem.message : [])) : [];
  const enteredKinds = useDeferredValue(kinds);
  const enteredTexts = useDeferredValue(texts);
  const preview = useMemo(
    () => previewRule({ id: '', name: '', kinds: linesOf(enteredKinds), texts: linesOf(enteredTexts) }, earlier, seen),
    [enteredKinds, enteredTexts, earlier, seen],
  );

  const rows = Math.min(10, Math.max(3, kinds.split('\n').length, texts.split('\n').length));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (problems.length === 0 && !busy) onSave(rule);
  };
  const ofLanguage = draft.customer[language] ?? { explanation: '', fix: '' };
  const setOfLanguage = (change: Partial<typeof ofLanguage>) =>
    set({ customer: { ...draft.customer, [language]: { ...ofLanguage, ...change } } });

  return (
    <Dialog
      size="lg"
      title={title}
      onClose={onClose}
      busy={busy}
      side={<RulePreview preview={preview} rule={rule} language={language} />}
      action={
        <Button type="submit" form={form} variant="primary" busy={busy}>
          {labels.save}
        </Button>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="mt-4 grid gap-4">
        <TextField
          label={labels.name}
          hint={labels.nameHint}
          error={errorsOf('name')}
          maxLength={100}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <div>
          <p className="mb-1 font-strong" aria-hidden>
            {labels.severity}
          </p>
          <SegmentedRadios
            legend={labels.severity}
            name={`${form}-severity`}
            options={severities.map((value) => ({
              value,
              label: <span className="whitespace-nowrap">{severityLabels[value].label}</span>,
            }))}
            value={draft.severity}
            onChange={(severity) => set({ severity })}
          />
          <p className="mt-1 text-12 text-meta">{severityLabels[draft.severity].hint}</p>
        </div>
        <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1">
          <TextAreaField
            label={labels.kinds}
            hint={labels.kindsHint}
            error={errorsOf('kinds')}
            rows={rows}
            spellCheck={false}
            inputClassName="font-mono text-12"
            value={kinds}
            onChange={(event) => setKinds(event.target.value)}
          />
          <TextAreaField
            label={labels.texts}
            hint={labels.textsHint}
            error={errorsOf('texts')}
            rows={rows}
            spellCheck={false}
            value={texts}
            onChange={(event) => setTexts(event.target.value)}
          />
        </div>
        <fieldset className="grid gap-3 border-t pt-4">
          <legend className="sr-only">{labels.forStaff}</legend>
          <h3 aria-hidden>{labels.forStaff}</h3>
          <TextAreaField
            label={labels.explanation}
            error={errorsOf('staff.explanation')}
            maxLength={500}
            value={draft.staff.explanation}
            onChange={(event) => set({ staff: { ...draft.staff, explanation: event.target.value } })}
          />
          <TextAreaField
            label={labels.suggestedFix}
            optional
            maxLength={500}
            value={draft.staff.fix}
            onChange={(event) => set({ staff: { ...draft.staff, fix: event.target.value } })}
          />
        </fieldset>
        <fieldset className="grid gap-3 border-t pt-4">
          <legend className="sr-only">{labels.forCustomers}</legend>
          <h3 aria-hidden>{labels.forCustomers}</h3>
          <SelectField
            label={labels.language}
            hint={labels.customerHint}
            options={languageOptions}
            value={language}
            onChange={setLanguage}
          />
          <TextAreaField
            label={labels.explanation}
            optional
            lang={language}
            dir={languageFacts[language].dir}
            maxLength={500}
            value={ofLanguage.explanation}
            onChange={(event) => setOfLanguage({ explanation: event.target.value })}
          />
          <TextAreaField
            label={labels.suggestedFix}
            optional
            lang={language}
            dir={languageFacts[language].dir}
            maxLength={500}
            value={ofLanguage.fix}
            onChange={(event) => setOfLanguage({ fix: event.target.value })}
          />
        </fieldset>
        <ProblemNotice error={error} />
      </form>
    </Dialog>
  );
}
