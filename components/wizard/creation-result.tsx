'use client';

import { useEffect, useRef } from 'react';
import type { CreateImportResponse } from '@/lib/contract/imports';
import { importHref } from '../import/import-href';
import { LinkToSend, type MessagesToSend } from '../share/link-to-send';
import { CustomerLink } from '../shell/customer-link';
import { Button } from '../ui/button';
import { cx } from '../ui/cx';
import { DefinitionList } from '../ui/definition-list';
import { LinkButton } from '../ui/link-button';
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';
import { columnsClasses, mainColumnClasses, SideCard } from './columns';
import { fillMessages } from './fill-messages';
import { creationResultLabels as labels } from './labels';
import { useStepFocus } from './use-step-focus';

export function CreationResult({
  response,
  toolName,
  messages,
  opening,
  onNew,
  onStartAgain,
}: {
  response: CreateImportResponse;
  toolName: string;
  messages: MessagesToSend;
  /** Goes on to the migration at once. */
  opening: boolean;
  onNew: () => void;
  /** For an import without its link; null if the form data is lost. */
  onStartAgain: (() => void) | null;
}) {
  const { id, username, redirectUrl } = response;
  const section = useRef<HTMLElement>(null);
  useStepFocus(section);
  const found = response.outcome === 'created' && redirectUrl === null && response.canStartAgain;
  const isImport = id !== null && response.outcome !== 'sandbox';
  return (
    <section ref={section} className={cx(columnsClasses, 'min-[960px]:grid-rows-[auto_1fr]')}>
      {opening && redirectUrl !== null && <Redirect to={redirectUrl} />}
      <div tabIndex={-1} data-autofocus className={cx(mainColumnClasses, 'outline-none')}>
        <Notice tone={tones[response.outcome]} title={found ? labels.found : labels.titles[response.outcome]} live>
          {opening ? labels.opening : response.message}
        </Notice>
      </div>
      <SideCard label={labels.import}>
        <DefinitionList
          termWidth="sm"
          items={{
            [labels.customer]:
              username === null ? labels.unknownCustomer : <CustomerLink username={username} className="text-accent" />,
            ...(isImport && {
              [labels.id]: (
                <TextLink href={importHref(id)} className="mono">
                  {id}
                </TextLink>
              ),
            }),
            [labels.tool]: toolName,
          }}
        />
      </SideCard>
      <div className={cx(mainColumnClasses, 'grid content-start gap-6')}>
        {response.outcome === 'unknown' && <p className="text-13 text-ink-2">{labels.unknownDetail}</p>}
        {redirectUrl !== null && !opening && (
          <div className="grid gap-3">
            <h2>{labels.whatToSend}</h2>
            <p className="text-13 text-ink-2">{labels.whatToSendDetail}</p>
            <LinkToSend
              url={redirectUrl}
              title={labels.linkTitle}
              customer={username}
              messages={fillMessages(messages, () => ({ tool: toolName, link: redirectUrl }))}
            />
          </div>
        )}
        <div className="flex flex-wrap gap-2 border-t pt-4">
          {redirectUrl !== null && (
            <LinkButton href={redirectUrl} variant={opening ? 'primary' : 'secondary'} rel="noreferrer" plain>
              {labels.goToMigration}
            </LinkButton>
          )}
          {isImport && <LinkButton href={importHref(id)}>{labels.openImport}</LinkButton>}
          {found && onStartAgain !== null && <Button onClick={onStartAgain}>{labels.startAgain}</Button>}
          <Button variant={isImport ? 'ghost' : 'secondary'} onClick={onNew}>
            {labels.newImport}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** An effect, so that the leave guard is gone by then. */
function Redirect({ to }: { to: string }) {
  useEffect(() => location.assign(to), [to]);
  return null;
}

const tones: Record<CreateImportResponse['outcome'], 'done' | 'info' | 'error' | 'turn'> = {
  created: 'done',
  sandbox: 'info',
  unknown: 'error',
  not_created: 'error',
  proposed: 'turn',
};
