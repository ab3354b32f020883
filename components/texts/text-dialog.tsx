'use client';

import { type FormEvent, useId, useState } from 'react';
import { languageFacts, type Language } from '@/lib/contract/languages';
import type { EditableText, TextPreview, TextsOfLanguage } from '@/lib/contract/texts';
import { ProblemNotice } from '../ui/problem-notice';
import { useSaveText, useTextPreview } from '@/lib/query/use-texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextAreaField } from '../ui/field';
import { Notice } from '../ui/notice';
import { toast } from '../ui/toast-store';
import { useSettled } from '../ui/use-settled';
import { otherPlaceholder, otherTag, placeholderLabels, tagLabels, textLabels as labels } from './labels';

const pauseMs = 250;

/** The server checks the draft and renders the preview, as it does with the page itself. */
export function TextDialog({
  text,
  language,
  version,
  onClose,
  onSaved,
}: {
  text: EditableText;
  language: Language;
  version: number;
  onClose: () => void;
  onSaved: (texts: TextsOfLanguage) => void;
}) {
  const form = useId();
  const [draft, setDraft] = useState(text.own ?? text.shipped ?? '');
  const settled = useSettled(draft, pauseMs);
  const preview = useTextPreview({ language, key: text.key, text: settled }, text.shipped !== null);
  const save = useSaveText();
  const { dir } = languageFacts[language];
  const problems = preview.data?.problems ?? [];
  const put = (value: string | null) =>
    save.mutate(
      { language, key: text.key, text: value, basedOn: version },
      {
        onSuccess: (texts) => {
          onSaved(texts);
          onClose();
          toast(
            value === null
              ? { tone: 'done', title: labels.wasReset }
              : { tone: 'done', title: labels.saved, detail: labels.savedDetail },
          );
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending && text.shipped !== null) put(draft);
  };
  return (
    <Dialog
      size="lg"
      title={labels.dialogTitle}
      onClose={onClose}
      busy={save.isPending}
      side={<Preview preview={preview.data} language={language} />}
      note={
        text.own !== null && (
          <Button busy={save.isPending} onClick={() => put(null)}>
            {labels.reset}
          </Button>
        )
      }
      action={
        text.shipped !== null && (
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={save.isPending}
            disabled={draft === (text.own ?? text.shipped)}
          >
            {labels.save}
          </Button>
        )
      }
    >
      <form id={form} onSubmit={submit} noValidate className="mt-2 grid gap-4">
        <p className="mono text-meta [overflow-wrap:anywhere]">{text.key}</p>
        {text.shipped === null ? (
          <Notice tone="info">{labels.removed}</Notice>
        ) : (
          text.unused && <Notice tone="info">{labels.unusedNote}</Notice>
        )}
        <TextAreaField
          label={labels.own}
          hint={labels.ownHint(text.maxCharacters)}
          error={problems}
          lang={language}
          dir={dir}
          rows={Math.min(12, Math.max(3, Math.ceil(draft.length / 60), draft.split('\n').length))}
          value={draft}
          readOnly={text.shipped === null}
          onChange={(event) => setDraft(event.target.value)}
          data-autofocus
        />
        {text.shipped !== null && <Shown label={labels.shipped} text={text.shipped} language={language} />}
        {text.shippedBefore !== null && (
          <>
            <Notice tone="info">{labels.shippedBeforeNote}</Notice>
            <Shown label={labels.shippedBefore} text={text.shippedBefore} language={language} />
          </>
        )}
        <Explained
          title={labels.placeholders}
          entries={text.placeholders.map((name) => [`{${name}}`, placeholderLabels[name] ?? otherPlaceholder])}
        />
        {text.tags.length > 0 && (
          <Explained
            title={labels.tags}
            entries={text.tags.map((name) => [`<${name}>…</${name}>`, tagLabels[name] ?? otherTag])}
          />
        )}
        <ProblemNotice error={save.error} except="text" />
      </form>
    </Dialog>
  );
}

function Preview({ preview, language }: { preview: TextPreview | undefined; language: Language }) {
  const { dir, locale } = languageFacts[language];
  return (
    <section aria-label={labels.preview} className="md:sticky md:top-7">
      <h3>{labels.preview}</h3>
      <p className="text-12 text-meta">{labels.previewRemark}</p>
      <dl className="mt-2 grid gap-2">
        {preview?.examples.map(({ count, text }) => (
          <div key={count ?? 'one'}>
            <dt className={count === null ? 'sr-only' : 'text-12 text-meta'}>
              {count === null ? labels.preview : labels.previewCount(new Intl.NumberFormat(locale).format(count))}
            </dt>
            <dd lang={language} dir={dir} className="whitespace-pre-line [overflow-wrap:anywhere]">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Shown({ label, text, language }: { label: string; text: string; language: Language }) {
  return (
    <div>
      <h3>{label}</h3>
      <p
        lang={language}
        dir={languageFacts[language].dir}
        className="mt-1 rounded-1 bg-sunken p-2 text-13 whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]"
      >
        {text}
      </p>
    </div>
  );
}

function Explained({
  title,
  entries,
}: {
  title: string;
  entries: readonly (readonly [name: string, label: string])[];
}) {
  return (
    <div>
      <h3>{title}</h3>
      {entries.length === 0 && <p className="mt-1 text-12 text-ink-2">{labels.noPlaceholders}</p>}
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-12">
        {entries.map(([name, label]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="font-mono">{name}</dt>
            <dd className="text-ink-2">{label}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
