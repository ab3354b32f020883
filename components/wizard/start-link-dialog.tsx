'use client';

import { useId, useRef, useState } from 'react';
import { ProblemNotice, fieldErrors, problemOf } from '../ui/problem-notice';
import { completeUrl, isWebUrl } from '@/lib/contract/complete-url';
import { languageFacts, languageOptions, type Language } from '@/lib/contract/languages';
import type { StartLinkResponse } from '@/lib/contract/start';
import { useStartLink } from '@/lib/query/use-create-import';
import { LinkToSend, type MessagesToSend } from '../share/link-to-send';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Notice } from '../ui/notice';
import { SelectField } from '../ui/select';
import { Time } from '../ui/time';
import { useFormErrors } from '../ui/use-form-errors';
import { fillMessages } from './fill-messages';
import { destinationStepLabels, startLinkLabels as labels } from './labels';
import { useStepFocus } from './use-step-focus';

/** Creates a personal link, so that the customer chooses the tool and starts. */
export function StartLinkDialog({
  username: initial,
  messages,
  onClose,
}: {
  username: string;
  messages: MessagesToSend;
  onClose: () => void;
}) {
  const [username, setUsername] = useState(initial);
  const [typedUrl, setTypedUrl] = useState('');
  const [language, setLanguage] = useState<'' | Language>('');
  const formId = useId();
  const createLink = useStartLink();
  const problem = problemOf(createLink.error);
  const instanceUrl = completeUrl(typedUrl);
  const { errors, formProps } = useFormErrors({
    check: () => ({
      username: username.trim() === '' ? labels.enterUsername : undefined,
      instanceUrl: instanceUrl === '' || isWebUrl(instanceUrl) ? undefined : destinationStepLabels.enterUrl,
    }),
    onValid: () => {
      if (createLink.isPending) return;
      createLink.mutate({
        username: username.trim(),
        ...(instanceUrl === '' ? {} : { instanceUrl }),
        ...(language === '' ? {} : { language }),
      });
    },
    serverError: createLink.error,
  });
  const link = createLink.data;
  return (
    <Dialog
      title={labels.title}
      onClose={onClose}
      // Closed now, the link would exist without being shown.
      busy={createLink.isPending}
      {...(link === undefined
        ? {
            action: (
              <Button type="submit" form={formId} variant="primary" busy={createLink.isPending}>
                {labels.create}
              </Button>
            ),
          }
        : { closeLabel: labels.done })}
    >
      {link === undefined ? (
        <form {...formProps} id={formId} className="mt-2 grid gap-4">
          <p className="text-ink-2">{labels.detail}</p>
          <TextField
            label={labels.username}
            required
            error={errors.username ?? fieldErrors(problem, 'username')}
            autoComplete="off"
            maxLength={1000}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
            data-autofocus
          />
          <TextField
            label={labels.instanceUrl}
            optional
            error={errors.instanceUrl ?? fieldErrors(problem, 'instanceUrl')}
            type="url"
            autoComplete="off"
            maxLength={2000}
            value={typedUrl}
            onChange={(event) => setTypedUrl(event.target.value)}
            onBlur={() => setTypedUrl(instanceUrl)}
          />
          <SelectField
            label={labels.language}
            optional
            value={language}
            options={[{ value: '', label: labels.browserLanguage }, ...languageOptions]}
            onChange={setLanguage}
          />
          {problem?.errors.length === 0 && <ProblemNotice error={createLink.error} />}
        </form>
      ) : (
        <ReadyLink link={link} username={username.trim()} language={language || 'en'} messages={messages} />
      )}
    </Dialog>
  );
}

function ReadyLink({
  link,
  username,
  language,
  messages,
}: {
  link: StartLinkResponse;
  username: string;
  language: Language;
  messages: MessagesToSend;
}) {
  const container = useRef<HTMLDivElement>(null);
  useStepFocus(container);
  return (
    <div ref={container} className="mt-4 grid gap-4">
      <div tabIndex={-1} data-autofocus className="outline-none">
        <Notice tone="done" title={labels.ready} live>
          {labels.worksUntil}
          <Time at={link.expiresAt} as="moment" />
        </Notice>
      </div>
      <LinkToSend
        url={link.url}
        title={labels.title}
        customer={username}
        language={language}
        messages={fillMessages(messages, (textLanguage) => ({
          link: link.url,
          date: new Intl.DateTimeFormat(languageFacts[textLanguage].locale, { dateStyle: 'long' }).format(
            new Date(link.expiresAt),
          ),
        }))}
      />
    </div>
  );
}
