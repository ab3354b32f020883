'use client';

import { useId, useState } from 'react';
import type { MailPreview, MailPreviewBody } from '@/lib/contract/customer-mails';
import { languageFacts } from '@/lib/contract/languages';
import { ProblemNotice } from '../ui/problem-notice';
import { useMailPreview, useSendTestMail } from '@/lib/query/use-customer-mails';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { SegmentedRadios } from '../ui/segmented';
import { LoadingNote, Skeleton } from '../ui/skeleton';
import { toast } from '../ui/toast-store';
import { useSettled } from '../ui/use-settled';
import { customerEmailLabels as labels } from './labels';

const formats = ['html', 'plain'] as const;
const pauseMs = 250;

/** Rendered by the server, as the message itself is. */
export function EmailPreview({
  draft,
  valid,
  mayTest,
  ownEmail,
}: {
  draft: MailPreviewBody;
  valid: boolean;
  mayTest: boolean;
  ownEmail: string;
}) {
  const name = useId();
  const [format, setFormat] = useState<(typeof formats)[number]>('html');
  const settled = useSettled(draft, pauseMs, valid);
  const preview = useMailPreview(settled, valid);
  const test = useSendTestMail();
  const send = () =>
    test.mutate(draft, {
      onSuccess: ({ recipient, mode }) =>
        toast({ tone: 'done', title: labels.testSent[mode], detail: labels.testDetail(recipient) }),
    });
  return (
    <Section title={labels.preview} ruled={false} remark={labels.previewRemark}>
      <div className="border-t pt-4">
        <SegmentedRadios
          legend={labels.previewFormat}
          name={`${name}-format`}
          options={formats.map((value) => ({
            value,
            label: <span className="whitespace-nowrap">{labels[value]}</span>,
          }))}
          value={format}
          onChange={setFormat}
        />
        {!valid && (
          <p role="status" className="mt-3 text-12 text-turn">
            {labels.previewInvalid}
          </p>
        )}
        <ProblemNotice error={preview.error} className="mt-3" />
        {preview.data ? (
          <Rendered preview={preview.data} format={format} language={settled.language} />
        ) : (
          <div className="mt-3 h-136">
            <LoadingNote>{labels.previewLoading}</LoadingNote>
            <Skeleton className="h-full w-full" />
          </div>
        )}
        <ProblemNotice error={test.error} className="mt-3" />
        <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button onClick={send} busy={test.isPending} disabled={!valid || !mayTest}>
            {labels.test}
          </Button>
          <span className="text-12 text-meta">{mayTest ? labels.testTo(ownEmail) : labels.off.title}</span>
        </div>
      </div>
    </Section>
  );
}

function Rendered({
  preview: { subject, html, text, logo },
  format,
  language,
}: {
  preview: MailPreview;
  format: (typeof formats)[number];
  language: MailPreviewBody['language'];
}) {
  return (
    <div className="mt-3 overflow-hidden rounded-2 border">
      <p
        lang={language}
        dir={languageFacts[language].dir}
        className="border-b bg-sunken px-3 py-2 text-13 font-strong [overflow-wrap:anywhere]"
      >
        {subject}
      </p>
      {format === 'html' ? (
        <iframe
          title={labels.previewFrame}
          // No scripts, and its links lead nowhere.
          sandbox=""
          srcDoc={logo === null ? html : html.replace('cid:logo', logo)}
          className="block h-136 w-full bg-[#fff]"
        />
      ) : (
        <pre
          lang={language}
          dir={languageFacts[language].dir}
          tabIndex={0}
          className="h-136 overflow-auto p-3 font-mono text-12 whitespace-pre-wrap [overflow-wrap:anywhere]"
        >
          {text}
        </pre>
      )}
    </div>
  );
}
