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

const fields: readonly { field: keyof Retention; label: string; hint: string }[] = [
  {
    field: 'rawDays',
    label: 'Raw responses',
    hint: 'The service’s original responses. Status, warnings and timeline stay.',
  },
  { field: 'deliveryDays', label: 'Webhook deliveries', hint: 'Received messages with their contents.' },
  { field: 'linkDays', label: 'Customer links', hint: 'Counted from the day a link stops working.' },
  { field: 'attemptDays', label: 'Creation attempts', hint: 'Who created what. Unsettled attempts are kept.' },
  {
    field: 'importDays',
    label: 'Finished imports',
    hint: 'Counted from the last change. Payment decisions stay, without the customer’s name.',
  },
];

type Drafts = Record<keyof Retention, string>;

/** Days per kind of data. An empty field keeps it for ever. */
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
          toast({ tone: 'done', title: 'Retention saved', detail: 'Old data is deleted within the hour.' });
          router.refresh();
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="max-w-[560px]">
      <Section title="Retention" ruled={false} remark="In days. Leave empty to keep data for ever.">
        <div className="grid gap-5 border-t pt-4">
          {fields.map(({ field, label, hint }) => (
            <TextField
              key={field}
              label={label}
              hint={hint}
              error={isValid(drafts[field]) ? null : 'Whole days from 1 to 36,500, or empty'}
              inputMode="numeric"
              inputClassName="max-w-32 tabular-nums"
              placeholder="For ever"
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
              {preview.data === undefined ? 'Show what would be deleted' : 'Save retention'}
            </Button>
            {!changed && <span className="text-12 text-meta">No changes</span>}
          </div>
        </div>
      </Section>
    </form>
  );
}

const previewLabels: Record<keyof RetentionPreview, [one: string, many: string]> = {
  rawAnswers: ['raw response', 'raw responses'],
  deliveries: ['webhook delivery', 'webhook deliveries'],
  links: ['customer link', 'customer links'],
  attempts: ['creation attempt', 'creation attempts'],
  imports: ['import', 'imports'],
};

function PreviewNotice({ preview }: { preview: RetentionPreview }) {
  const { locale } = useViewer();
  const lines = Object.entries(previewLabels).flatMap(([name, [one, many]]) => {
    const count = preview[name as keyof RetentionPreview];
    return count === 0 ? [] : [`${formatNumber(count, locale)} ${count === 1 ? one : many}`];
  });
  if (lines.length === 0) return <Notice live>Nothing would be deleted now.</Notice>;
  return (
    <Notice live tone="turn" icon="warning" title="Would be deleted within the hour:">
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
  };
}

function isValid(draft: string): boolean {
  return draft === '' || (/^[1-9]\d{0,4}$/.test(draft) && Number(draft) <= 36_500);
}
