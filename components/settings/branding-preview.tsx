'use client';

import { useId, useState } from 'react';
import { themes, type Theme } from '@/lib/contract/brand-palette';
import { type PreviewPage, previewPages } from '@/lib/contract/brand-rules';
import type { Branding } from '@/lib/contract/branding';
import { languageOptions, type Language } from '@/lib/contract/languages';
import { ProblemNotice } from '../ui/problem-notice';
import { useBrandingPreview } from '@/lib/query/use-branding';
import { Section } from '../shell/page';
import { SegmentedRadios } from '../ui/segmented';
import { Select } from '../ui/select';
import { LoadingNote, Skeleton } from '../ui/skeleton';
import { useIsPhone } from '../ui/use-is-phone';
import { useSettled } from '../ui/use-settled';
import { previewLabels as labels } from './branding-labels';
import { PreviewFrame, type PreviewWidth } from './preview-frame';

const pauseMs = 400;
const choices = [...previewPages, 'e-mail'] as const;
const widths = ['desktop', 'phone'] as const satisfies readonly PreviewWidth[];

/** The server renders the customer's pages with the branding that is not saved yet. */
export function BrandingPreview({ branding, valid }: { branding: Branding; valid: boolean }) {
  const name = useId();
  const [page, setPage] = useState<PreviewPage | 'e-mail'>('start');
  const [theme, setTheme] = useState<Theme>('light');
  const [chosenWidth, setWidth] = useState<PreviewWidth | null>(null);
  const isPhone = useIsPhone();
  const width = chosenWidth ?? (isPhone ? 'phone' : 'desktop');
  const [language, setLanguage] = useState<Language>('en');
  const preview = useBrandingPreview({ branding: useSettled(branding, pauseMs, valid), language }, valid);
  const { data } = preview;
  return (
    <Section
      title={labels.title}
      ruled={false}
      remark={labels.remark}
      className="min-[1000px]:sticky min-[1000px]:top-16"
    >
      <div className="border-t pt-4">
        <div className="mb-3 flex flex-wrap items-center gap-2">
          <Select
            size="sm"
            aria-label={labels.page}
            className="min-w-52 flex-1 max-md:w-full max-md:flex-none"
            options={choices.map((value) => ({ value, label: labels.pages[value] }))}
            value={page}
            onChange={setPage}
          />
          <Select
            size="sm"
            aria-label={labels.language}
            options={languageOptions}
            value={language}
            onChange={setLanguage}
          />
          <SegmentedRadios
            legend={labels.theme}
            name={`${name}-theme`}
            options={themes.map((value) => ({ value, label: labels.themes[value] }))}
            value={theme}
            onChange={setTheme}
          />
          <SegmentedRadios
            legend={labels.width}
            name={`${name}-width`}
            options={widths.map((value) => ({ value, label: labels.widths[value] }))}
            value={width}
            onChange={setWidth}
          />
        </div>
        {valid ? <ProblemNotice error={preview.error} className="mb-3" /> : <Note>{labels.invalid}</Note>}
        {page === 'e-mail' && theme === 'dark' && <Note>{labels.mailTheme}</Note>}
        {page === 'e-mail' && data !== undefined && (
          <p className="mb-3 text-13 font-strong [overflow-wrap:anywhere]">{data.mail.subject}</p>
        )}
        {data === undefined ? (
          <>
            <LoadingNote>{labels.loading}</LoadingNote>
            <Skeleton className="h-120 w-full" />
          </>
        ) : (
          <PreviewFrame
            title={labels.frame(page)}
            width={width}
            content={
              page === 'e-mail'
                ? { html: data.mail.html }
                : {
                    src: `/settings/branding/preview?${new URLSearchParams({ page, theme, lang: language, draft: data.draft })}`,
                  }
            }
          />
        )}
      </div>
    </Section>
  );
}

function Note({ children }: { children: string }) {
  return <p className="mb-3 text-12 text-meta">{children}</p>;
}
