'use client';

import { useRef, useState } from 'react';
import type { MailProblem, MailSettings } from '@/lib/contract/customer-mails';
import { mailTemplateProblems, type MailTemplate } from '@/lib/contract/mail-templates';
import type { CustomerEvent, MailMode } from '@/lib/contract/outbox';
import { languages, type Language } from '@/lib/contract/languages';
import { ProblemNotice } from '../ui/problem-notice';
import { useSaveMailSettings } from '@/lib/query/use-customer-mails';
import { LeaveGuard } from '../ui/leave-guard';
import { toast } from '../ui/toast-store';
import { EmailEditor } from './email-editor';
import { EventList } from './event-list';
import { customerEmailLabels as labels, eventLabels } from './labels';
import { ModeNotice } from './mode-notice';

/** A switch is saved at once; texts are saved together, in every language. */
export function EmailsView({
  events,
  initial,
  defaults,
  mode,
  sender,
  problem,
  ownEmail,
}: {
  events: readonly CustomerEvent[];
  initial: MailSettings;
  defaults: MailSettings['templates'];
  mode: MailMode;
  sender: string | null;
  problem: MailProblem | null;
  ownEmail: string;
}) {
  const [saved, setSaved] = useState(initial);
  const [drafts, setDrafts] = useState(initial.templates);
  const [event, setEvent] = useState<CustomerEvent>('started');
  const [language, setLanguage] = useState<Language>('en');
  const [submits, setSubmits] = useState(0);
  const save = useSaveMailSettings();
  const editor = useRef<HTMLDivElement>(null);

  const places = languages.flatMap((ofPlace) => events.map((one) => ({ language: ofPlace, event: one })));
  const unsaved = new Set(
    places.flatMap((place) => (isSame(draftOf(drafts, place), draftOf(saved.templates, place)) ? [] : place.event)),
  );
  const edited = new Set(
    places.flatMap((place) => (isSame(draftOf(saved.templates, place), draftOf(defaults, place)) ? [] : place.event)),
  );

  const select = (one: CustomerEvent) => {
    setEvent(one);
    // On a phone the list fills the screen.
    const { top = 0 } = editor.current?.getBoundingClientRect() ?? {};
    if (top > innerHeight / 2) editor.current?.scrollIntoView();
  };
  const change = (template: MailTemplate) =>
    setDrafts({ ...drafts, [language]: { ...drafts[language], [event]: template } });
  const put = (next: Partial<Omit<MailSettings, 'version'>>, onSuccess: () => void) =>
    save.mutate(
      { enabled: saved.enabled, templates: saved.templates, ...next, basedOn: saved.version },
      {
        onSuccess: (answer) => {
          setSaved(answer);
          onSuccess();
        },
      },
    );
  const toggle = (one: CustomerEvent) => {
    const on = !saved.enabled[one];
    const { name } = eventLabels[one];
    put({ enabled: { ...saved.enabled, [one]: on } }, () =>
      toast({ tone: 'done', title: on ? labels.switchedOn(name) : labels.switchedOff(name) }),
    );
  };
  const saveTexts = () => {
    setSubmits(submits + 1);
    const wrong = places.find((place) => mailTemplateProblems(draftOf(drafts, place)).length > 0);
    if (wrong) {
      setEvent(wrong.event);
      setLanguage(wrong.language);
    } else if (!save.isPending) {
      put({ templates: drafts }, () => {
        setSubmits(0);
        toast({ tone: 'done', title: labels.saved, detail: labels.savedDetail });
      });
    }
  };

  return (
    <>
      <ModeNotice mode={mode} sender={sender} problem={problem} />
      <ProblemNotice error={save.error} className="mt-4" />
      <div className="mt-6 grid grid-cols-[256px_minmax(0,1fr)] items-start gap-x-10 gap-y-8 max-md:grid-cols-1">
        <EventList
          events={events}
          selected={event}
          enabled={saved.enabled}
          edited={edited}
          unsaved={unsaved}
          busy={save.isPending}
          onSelect={select}
          onToggle={toggle}
        />
        <div ref={editor} className="min-w-0 scroll-mt-[calc(var(--top)+16px)]">
          <EmailEditor
            key={event}
            event={event}
            language={language}
            template={drafts[language][event]}
            shipped={defaults[language][event]}
            submits={submits}
            changed={unsaved.size > 0}
            busy={save.isPending}
            mayTest={mode !== 'off'}
            ownEmail={ownEmail}
            onLanguage={setLanguage}
            onChange={change}
            onSave={saveTexts}
            onDiscard={() => {
              setDrafts(saved.templates);
              setSubmits(0);
            }}
          />
        </div>
      </div>
      <LeaveGuard
        active={unsaved.size > 0}
        guardsBack
        title={labels.leaveTitle}
        detail={labels.leaveDetail}
        onLeave={() => setDrafts(saved.templates)}
      />
    </>
  );
}

interface Place {
  language: Language;
  event: CustomerEvent;
}

const draftOf = (templates: MailSettings['templates'], { language, event }: Place) => templates[language][event];

const isSame = (one: MailTemplate, other: MailTemplate) => one.subject === other.subject && one.text === other.text;
