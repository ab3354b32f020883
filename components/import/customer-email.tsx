'use client';

import { useState } from 'react';
import type { Contact } from '@/lib/contract/contacts';
import { languageFacts } from '@/lib/contract/languages';
import { ProblemNotice } from '../ui/problem-notice';
import { useContact, useSetContact } from '@/lib/query/use-contact';
import { Section } from '../shell/page';
import { Badge, type Tone } from '../ui/badge';
import { Button } from '../ui/button';
import { lazyComponent } from '../ui/lazy-component';
import { Skeleton } from '../ui/skeleton';
import { Time } from '../ui/time';
import { contactLabels as labels } from './on-demand-labels';

const ContactDialog = lazyComponent(() => import('./contact-dialog').then((module) => module.ContactDialog));

const tones: Record<Contact['state'], Tone> = {
  active: 'done',
  none: 'wait',
  unconfirmed: 'turn',
  unsubscribed: 'wait',
  bounced: 'unkn',
};

/** Where the customer is written to, and why they may get nothing. */
export function CustomerEmail({ importId, mayEdit }: { importId: string; mayEdit: boolean }) {
  const { data, error } = useContact(importId);
  return (
    <Section title={labels.title}>
      <ProblemNotice error={error} />
      {data === undefined ? (
        error === null && <Skeleton className="h-14 w-full" />
      ) : (
        <ContactText contact={data} importId={importId} mayEdit={mayEdit} />
      )}
    </Section>
  );
}

function ContactText({ contact, importId, mayEdit }: { contact: Contact; importId: string; mayEdit: boolean }) {
  const { email, source, state, language, confirmedAt, unsubscribedAt, bouncedAt, bounceReason, askedAt } = contact;
  const [open, setOpen] = useState(false);
  const set = useSetContact(importId);
  const asksAgain = mayEdit && state === 'unconfirmed' && email !== null;
  return (
    <>
      {email === null ? (
        <p className="text-13 text-ink-2">{labels.none}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13">
          <span className="[overflow-wrap:anywhere]">{email}</span>
          <Badge size="row" tone={tones[state]}>
            {labels.states[state]}
          </Badge>
        </p>
      )}
      {source !== null && (
        <p className="mt-1 text-12 text-meta">
          {labels.sources[source]}
          {`. ${labels.inLanguage(languageFacts[language ?? 'en'].name)}`}
          {state === 'active' && source !== 'username' && confirmedAt !== null && (
            <At label={labels.confirmed} at={confirmedAt} />
          )}
          {state === 'unconfirmed' && askedAt !== null && <At label={labels.asked} at={askedAt} />}
          {state === 'unsubscribed' && unsubscribedAt !== null && (
            <At label={labels.unsubscribed} at={unsubscribedAt} />
          )}
          {state === 'bounced' && bouncedAt !== null && <At label={labels.bounced} at={bouncedAt} />}
        </p>
      )}
      {state === 'bounced' && bounceReason !== '' && (
        <p className="mt-1 text-12 text-ink-2 [overflow-wrap:anywhere]">{bounceReason}</p>
      )}
      {mayEdit && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" icon={email === null ? 'plus' : 'edit'} onClick={() => setOpen(true)}>
            {email === null ? labels.add : labels.change}
          </Button>
          {asksAgain && (
            <Button size="sm" variant="quiet" icon="send" busy={set.isPending} onClick={() => set.mutate({ email })}>
              {labels.askAgain}
            </Button>
          )}
        </div>
      )}
      <ProblemNotice error={set.error} className="mt-2" />
      {open && <ContactDialog importId={importId} contact={contact} onClose={() => setOpen(false)} />}
    </>
  );
}

function At({ label, at }: { label: string; at: string }) {
  return (
    <>
      {'. '}
      {label} <Time at={at} as="relative" />
    </>
  );
}
