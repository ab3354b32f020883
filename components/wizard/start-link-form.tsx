'use client';

import { useState } from 'react';
import { ProblemNotice, fieldErrors, problemOf } from '../ui/problem-notice';
import { useStartLink } from '@/lib/query/use-create-import';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy-button';
import { TextField } from '../ui/field';
import { Notice } from '../ui/notice';
import { SelectField } from '../ui/select';
import { Time } from '../ui/time';

/** Creates a personal link, so that the customer chooses the tool and starts. */
export function StartLinkForm({ username: initial }: { username: string }) {
  const [username, setUsername] = useState(initial);
  const [instanceUrl, setInstanceUrl] = useState('');
  const [language, setLanguage] = useState<'' | 'en' | 'de'>('');
  const createLink = useStartLink();
  const problem = problemOf(createLink.error);
  return (
    <form
      className="grid max-w-[560px] gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (createLink.isPending) return;
        createLink.mutate({
          username,
          ...(instanceUrl === '' ? {} : { instanceUrl }),
          ...(language === '' ? {} : { language }),
        });
      }}
    >
      <TextField
        label="Customer’s username"
        required
        error={fieldErrors(problem, 'username')}
        autoComplete="off"
        maxLength={1000}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <TextField
        label="Customer’s instance address"
        optional
        error={fieldErrors(problem, 'instanceUrl')}
        type="url"
        maxLength={2000}
        value={instanceUrl}
        onChange={(event) => setInstanceUrl(event.target.value)}
      />
      <SelectField
        label="Language"
        optional
        value={language}
        options={[
          { value: '', label: 'What their browser asks for' },
          { value: 'en', label: 'English' },
          { value: 'de', label: 'Deutsch' },
        ]}
        onChange={setLanguage}
      />
      {problem?.errors.length === 0 && <ProblemNotice error={createLink.error} />}
      <div>
        <Button type="submit" busy={createLink.isPending} disabled={username.trim() === ''}>
          Make the link
        </Button>
      </div>
      {createLink.data && (
        <Notice tone="done" title="The link is ready" live>
          <span className="block text-12 [overflow-wrap:anywhere]">{createLink.data.url}</span>
          <span className="mt-2 flex items-center gap-3">
            <CopyButton text={createLink.data.url} label="Copy link" showLabel />
            <span className="text-12 text-meta">
              Works until <Time at={createLink.data.expiresAt} as="moment" />
            </span>
          </span>
        </Notice>
      )}
    </form>
  );
}
