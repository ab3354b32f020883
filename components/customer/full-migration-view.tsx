import type { ReactNode } from 'react';
import type { ToolChoice } from '@/lib/contract/find-tools';
import type { Messages } from '@/lib/messages/messages';
import { ProblemNote } from './form/problem-note';
import { FullMigrationForm } from './full-migration-form';
import { NumberedSteps } from './numbered-steps';
import type { ToolSearch } from './start/pick-tool';

export function FullMigrationView({
  messages,
  partner,
  tools,
  search,
  attempt,
  reference,
  typed,
  invalid,
  busy,
  known,
}: {
  messages: Messages;
  partner: string;
  tools: readonly ToolChoice[];
  search: ToolSearch;
  attempt: string;
  /** From the operator's link. */
  reference: string;
  typed: Readonly<Record<string, string | undefined>>;
  /** Names of fields that were left empty. */
  invalid: readonly string[];
  busy: boolean;
  /** The state of the migrations and requests of this browser. */
  known: readonly ReactNode[];
}) {
  const { t, format } = messages;
  const errors = [
    ...(invalid.includes('tool') ? [t(tools.length > 0 ? 'start.chooseTool' : 'full.enterTool')] : []),
    ...(invalid.includes('username') ? [t('start.enterUsername')] : []),
  ];
  return (
    <>
      <h1 className="text-32 font-strong max-md:text-26">{t('full.title')}</h1>
      <p className="mt-1 max-w-[640px] text-ink-2">{t('full.text', { partner })}</p>
      {busy && <ProblemNote title={t('serviceUnavailable.title')} text={t('toolRequest.busy')} />}
      {errors.length > 0 && <ProblemNote title={t('invalidInput.title')} text={format.sentences(errors)} />}
      {known}
      <NumberedSteps steps={(['request', 'review', 'start'] as const).map((step) => t(`full.steps.${step}`))} />
      <h2 className="mt-9 text-20 font-strong">{t('full.sponsoredTitle')}</h2>
      <ul className="mt-2 max-w-[640px] list-disc space-y-1 ps-5 text-ink-2">
        {(['free', 'yes', 'no'] as const).map((part) => (
          <li key={part}>{t(`full.sponsored.${part}`, { partner })}</li>
        ))}
      </ul>
      <h2 className="mt-9 text-20 font-strong">{t(known.length > 0 ? 'full.other' : 'full.formTitle')}</h2>
      <FullMigrationForm
        messages={messages}
        tools={tools}
        search={search}
        attempt={attempt}
        reference={reference}
        typed={typed}
        invalid={invalid}
      />
    </>
  );
}
