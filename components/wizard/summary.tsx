import { languageFacts } from '@/lib/contract/languages';
import { isMailAddress } from '@/lib/contract/mail-address';
import { DefinitionList } from '../ui/definition-list';
import { SideCard } from './columns';
import type { Draft } from './draft';
import { summaryLabels as labels } from './labels';

/** What was entered so far, and what happens next. */
export function Summary({ draft }: { draft: Draft }) {
  return (
    <SideCard label={labels.title}>
      <DefinitionList
        termWidth="sm"
        items={{
          [labels.tool]: draft.toolName || draft.tool || <Open>{labels.toolOpen}</Open>,
          ...(draft.family !== '' && { [labels.family]: draft.family }),
          [labels.customer]: draft.username.trim() || <Open>{labels.open}</Open>,
          [labels.instanceUrl]: draft.instanceUrl.trim() || labels.none,
          ...(draft.contactEmail.trim() !== '' &&
            !isMailAddress(draft.username.trim()) && { [labels.contactEmail]: draft.contactEmail.trim() }),
          ...(draft.language !== 'en' && { [labels.language]: languageFacts[draft.language].name }),
          [labels.token]: draft.token === '' ? labels.none : labels.tokenGiven,
        }}
      />
      <div className="border-t pt-4 max-[959px]:hidden">
        <h3 className="text-13 font-strong">{labels.next}</h3>
        <ol className="mt-2 grid list-decimal gap-1.5 ps-5 text-ink-2">
          {labels.nextSteps(draft.startFull).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </SideCard>
  );
}

function Open({ children }: { children: string }) {
  return <span className="text-meta">{children}</span>;
}
