'use client';

import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { completeUrl } from '@/lib/contract/complete-url';
import type { ConnectionSetup as Setup } from '@/lib/contract/connection';
import { fieldErrors, ProblemNotice, problemOf } from '../ui/problem-notice';
import { useExamineConnection, useSaveConnection } from '@/lib/query/use-connection';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { Notice } from '../ui/notice';
import { Time } from '../ui/time';
import { toast } from '../ui/toast-store';
import { ConnectionFindingList } from './connection-finding-list';
import { connectionLabels as labels } from './connection-labels';
import { GoLiveChecklist } from './go-live-checklist';
import { WebhookTest } from './webhook-test';

const shownFields = ['url', 'token', 'password', 'sandboxUrl', 'webhookSecret'];

/** What an admin enters to connect the service, what the doctor finds about it, and what is left before going live. */
export function ConnectionSetup({ initial }: { initial: Setup }) {
  const router = useRouter();
  const [setup, setSetup] = useState(initial);
  const { form } = setup;
  const [url, setUrl] = useState(form.url);
  const [sandboxUrl, setSandboxUrl] = useState(form.sandboxUrl);
  const [token, setToken] = useState('');
  const [password, setPassword] = useState('');
  const [secret, setSecret] = useState('');
  const save = useSaveConnection();
  const examine = useExamineConnection();
  const fixed = {
    service: form.sources.service === 'environment',
    secret: form.sources.webhookSecret === 'environment',
  };
  const service = {
    url: completeUrl(url),
    sandboxUrl: completeUrl(sandboxUrl),
    ...(token !== '' && { token: token.trim() }),
    ...(password !== '' && { password }),
  };
  const serviceChanged =
    token !== '' || password !== '' || service.url !== form.url || service.sandboxUrl !== form.sandboxUrl;
  const secretChanged = secret.trim() !== '';
  const error = save.error ?? examine.error;
  const problem = problemOf(error);
  const errorsOf = (field: string) => fieldErrors(problem, field);
  const isShownByField = shownFields.some((field) => errorsOf(field).length > 0);
  const busy = save.isPending || examine.isPending;
  const canCheck = fixed.service || service.url !== '';

  const apply = (next: Setup) => {
    setSetup(next);
    setUrl(next.form.url);
    setSandboxUrl(next.form.sandboxUrl);
    setToken('');
    setPassword('');
    setSecret('');
    router.refresh();
  };
  /** Also records that the saved connection works. */
  const check = (body: Parameters<typeof examine.mutate>[0]) =>
    examine.mutate(body, { onSuccess: () => router.refresh() });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || (!serviceChanged && !secretChanged)) return;
    examine.reset();
    save.mutate(
      {
        basedOn: form.version,
        ...(serviceChanged && { service }),
        ...(secretChanged && { webhookSecret: secret }),
      },
      {
        onSuccess: (next) => {
          apply(next);
          const detail = next.form.sources.service === 'simulator' ? labels.savedDraft : labels.savedDetail;
          toast({ tone: 'done', title: labels.saved, detail });
          if (next.form.hasToken) check({});
        },
      },
    );
  };
  const change = (part: { dialect?: string | null; redirectHosts?: string[] }, title: string) =>
    save.mutate(
      { basedOn: form.version, ...part },
      {
        onSuccess: (next) => {
          apply(next);
          toast({ tone: 'done', title });
          check({});
        },
      },
    );

  return (
    <div className="mb-8 grid grid-cols-[minmax(0,1fr)_344px] items-start gap-x-12 gap-y-6 max-lg:grid-cols-1">
      <form onSubmit={submit} noValidate>
        <Section title={labels.title} ruled={false}>
          <div className="grid gap-5 border-t pt-4">
            <ConnectionNotice setup={setup} />
            {fixed.service ? (
              <p className="text-13 text-ink-2">{labels.environment('SERVICE_URL and SERVICE_TOKEN')}</p>
            ) : (
              <>
                <TextField
                  label={labels.url}
                  hint={labels.urlHint}
                  error={errorsOf('url')}
                  inputMode="url"
                  autoComplete="off"
                  spellCheck={false}
                  value={url}
                  onChange={(event) => setUrl(event.target.value)}
                  onBlur={() => setUrl(completeUrl(url))}
                />
                <TextField
                  label={labels.token}
                  hint={form.hasToken ? labels.tokenKept : labels.tokenHint}
                  error={errorsOf('token')}
                  type="password"
                  autoComplete="off"
                  value={token}
                  onChange={(event) => setToken(event.target.value)}
                />
                <TextField
                  label={labels.password}
                  optional
                  hint={labels.passwordHint}
                  error={errorsOf('password')}
                  type="password"
                  autoComplete="off"
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                />
                <TextField
                  label={labels.sandboxUrl}
                  optional
                  hint={labels.sandboxHint}
                  error={errorsOf('sandboxUrl')}
                  inputMode="url"
                  autoComplete="off"
                  spellCheck={false}
                  value={sandboxUrl}
                  onChange={(event) => setSandboxUrl(event.target.value)}
                  onBlur={() => setSandboxUrl(completeUrl(sandboxUrl))}
                />
              </>
            )}
            {fixed.secret ? (
              <p className="text-13 text-ink-2">{labels.environment('WEBHOOK_SECRET')}</p>
            ) : (
              <TextField
                label={labels.secret}
                optional
                hint={form.hasWebhookSecret ? labels.secretKept : labels.secretHint}
                error={errorsOf('webhookSecret')}
                type="password"
                autoComplete="off"
                value={secret}
                onChange={(event) => setSecret(event.target.value)}
              />
            )}
            {form.oldSecretUntil !== null && (
              <p className="text-12 text-meta">
                {labels.oldSecret} <Time at={form.oldSecretUntil} as="moment" />.
              </p>
            )}
            {!isShownByField && <ProblemNotice error={error} />}
            <div className="flex flex-wrap items-center gap-3">
              <Button
                type="submit"
                variant="primary"
                busy={save.isPending}
                disabled={(!serviceChanged && !secretChanged) || examine.isPending}
              >
                {labels.save}
              </Button>
              <Button
                icon="refresh"
                busy={examine.isPending}
                disabled={!canCheck || save.isPending}
                onClick={() => {
                  save.reset();
                  check(serviceChanged && !fixed.service ? { service } : {});
                }}
              >
                {labels.check}
              </Button>
              {!serviceChanged && !secretChanged && <span className="text-12 text-meta">{labels.unchanged}</span>}
            </div>
            <p role="status" className="text-12 text-meta">
              {examine.isPending ? labels.checking : labels.nothingCreated}
            </p>
            {examine.data !== undefined && (
              <ConnectionFindingList
                findings={examine.data}
                saved={!serviceChanged}
                busy={busy}
                form={form}
                onDialect={(dialect) =>
                  change({ dialect }, dialect === null ? labels.dialect.removed : labels.dialect.applied)
                }
                onAllow={(hosts) =>
                  change({ redirectHosts: [...new Set([...form.redirectHosts, ...hosts])] }, labels.hosts.allowed)
                }
              />
            )}
          </div>
        </Section>
      </form>
      <div className="grid gap-6 max-lg:border-t max-lg:pt-4 lg:border-s lg:ps-6">
        <GoLiveChecklist setup={{ ...setup, ...pick(initial) }} />
        {/* What a test has found is about the secret that was tested. */}
        <WebhookTest key={form.version} />
      </div>
    </div>
  );
}

/** Read again by the server after every change. */
const pick = ({ checklist, mayGoLive }: Setup) => ({ checklist, mayGoLive });

function ConnectionNotice({ setup: { form } }: { setup: Setup }) {
  if (form.unreadable)
    return (
      <Notice tone="error" title={labels.unreadable.title}>
        {labels.unreadable.text}
      </Notice>
    );
  if (form.sources.service === 'simulator') return <Notice title={labels.demo.title}>{labels.demo.text}</Notice>;
  if (form.sources.service === 'none') return <Notice title={labels.none.title}>{labels.none.text}</Notice>;
  return null;
}
