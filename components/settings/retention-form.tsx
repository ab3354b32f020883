'use client';

import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import type { Retention, RetentionPreview } from '@/lib/contract/data-protection';
import { useRetention } from '@/lib/query/use-data-protection';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { Notice } from '../ui/notice';
import { formatNumber } from '../ui/number';
import { ProblemNotice } from '../ui/problem-notice';
import { toast } from '../ui/toast-store';
import { useViewer } from '../ui/viewer';
import { retentionLabels as labels } from './labels';

const fields: readonly (keyof Retention)[] = [
  'rawDays',
  'deliveryDays',
  'linkDays',
  'attemptDays',
  'messageDays',
  'importDays',
];

type Drafts = Record<keyof Retention, string>;

/** Days per kind of data. An empty field keeps it forever. */
export function RetentionForm({ initial, version }: { initial: Retention; version: number }) {
  const router = useRouter();
  const { preview, save } = useRetention();
  const [drafts, setDrafts] = useState<Drafts>(() => toDrafts(initial));
  const valid = Object.values(drafts).every(isValid);
  const changed = JSON.stringify(drafts) !== JSON.stringify(toDrafts(initial));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!valid || preview.isPending || save.isPending) return;
    if (preview.data === undefined) {
      preview.mutate(toRetention(drafts));
      return;
    }
    save.mutate(
      { retention: toRetention(drafts), basedOn: version },
      {
        onSuccess: () => {
          toast({ tone: 'done', title: labels.saved, detail: labels.savedDetail });
          router.refresh();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-[560px]">
      <Section title={labels.title} ruled={false} remark={labels.remark}>
        <div className="grid gap-5 border-t pt-4">
          {fields.map((field) => (
            <TextField
              key={field}
              label={labels.fields[field].label}
              hint={labels.fields[field].hint}
              error={isValid(drafts[field]) ? null : labels.invalid}
              inputMode="numeric"
              inputClassName="max-w-32 tabular-nums"
              placeholder={labels.forever}
              value={drafts[field]}
              onChange={(event) => {
                preview.reset();
                setDrafts({ ...drafts, [field]: event.target.value.trim() });
              }}
            />
          ))}
          {preview.data !== undefined && <PreviewNotice preview={preview.data} />}
          {preview.error !== null && <ProblemNotice error={preview.error} />}
          {save.error !== null && <ProblemNotice error={save.error} />}
          <div className="flex items-center gap-3">
            <Button
              type="submit"
              variant="primary"
              busy={preview.isPending || save.isPending}
              disabled={!changed || !valid}
            >
              {preview.data === undefined ? labels.preview : labels.save}
            </Button>
            {!changed && <span className="text-12 text-meta">{labels.unchanged}</span>}
          </div>
        </div>
      </Section>
    </form>
  );
}

function PreviewNotice({ preview }: { preview: RetentionPreview }) {
  const { locale } = useViewer();
  const lines = Object.entries(labels.deleted).flatMap(([name, [one, many]]) => {
    const count = preview[name as keyof RetentionPreview];
    return count === 0 ? [] : [`${formatNumber(count, locale)} ${count === 1 ? one : many}`];
  });
  if (lines.length === 0) return <Notice live>{labels.nothing}</Notice>;
  return (
    <Notice live tone="turn" icon="warning" title={labels.wouldDelete}>
      <ul className="mt-1 list-disc ps-4">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}

function toDrafts(retention: Retention): Drafts {
  const draft = (days: number | null) => (days === null ? '' : String(days));
  return {
    rawDays: draft(retention.rawDays),
    deliveryDays: draft(retention.deliveryDays),
    linkDays: draft(retention.linkDays),
    attemptDays: draft(retention.attemptDays),
    importDays: draft(retention.importDays),
    messageDays: draft(retention.messageDays),
  };
}

function toRetention(drafts: Drafts): Retention {
  const days = (draft: string) => (draft === '' ? null : Number(draft));
  return {
    rawDays: days(drafts.rawDays),
    deliveryDays: days(drafts.deliveryDays),
    linkDays: days(drafts.linkDays),
    attemptDays: days(drafts.attemptDays),
    importDays: days(drafts.importDays),
    messageDays: days(drafts.messageDays),
  };
}

function isValid(draft: string): boolean {
  return draft === '' || (/^[1-9]\d{0,4}$/.test(draft) && Number(draft) <= 36_500);
}
