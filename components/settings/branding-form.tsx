'use client';

import { useRouter } from 'next/navigation';
import { useId, useState } from 'react';
import type { Branding } from '@/lib/contract/branding';
import { completeUrl } from '@/lib/contract/complete-url';
import { ProblemNotice, problemOf } from '../ui/problem-notice';
import { useSaveBranding } from '@/lib/query/use-admin';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { Field, Input, TextField } from '../ui/field';
import { toast } from '../ui/toast-store';
import { useFormErrors } from '../ui/use-form-errors';
import { BrandPreview, ContrastCheck } from './brand-preview';
import { brandingLabels as labels } from './labels';
import { LogoField } from './logo-field';

export function BrandingForm({ initial, version }: { initial: Branding; version: number }) {
  const router = useRouter();
  const save = useSaveBranding();
  const [branding, setBranding] = useState(initial);
  const colourText = useId();
  const set = (change: Partial<Branding>) => setBranding({ ...branding, ...change });
  const completeLinks = () => setBranding(withCompleteLinks);
  const problem = problemOf(save.error);
  const errorsOf = (field: keyof Branding): string[] =>
    (problem?.errors ?? []).filter((error) => error.field.endsWith(field)).map((error) => error.message);
  const submit = () => {
    if (save.isPending) return;
    // Enter sends the form while the field still has focus.
    const completed = withCompleteLinks(branding);
    setBranding(completed);
    save.mutate(
      { branding: completed, basedOn: version },
      {
        onSuccess: () => {
          toast({ tone: 'done', title: labels.saved, detail: labels.savedDetail });
          router.refresh();
        },
      },
    );
  };
  // The server checks the values.
  const { formProps } = useFormErrors({ check: () => ({}), onValid: submit, serverError: save.error });
  const changed = JSON.stringify(branding) !== JSON.stringify(initial);
  const validColour = /^#[0-9a-f]{6}$/i.test(branding.colour);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_400px] items-start gap-x-12 gap-y-8 max-lg:grid-cols-1">
      <form {...formProps} className="max-w-[560px]">
        <Section title={labels.title} ruled={false} remark={labels.remark}>
          <div className="grid gap-5 border-t pt-4">
            <TextField
              label={labels.partnerName}
              error={errorsOf('partnerName')}
              maxLength={80}
              value={branding.partnerName}
              onChange={(event) => set({ partnerName: event.target.value })}
            />
            <LogoField logo={branding.logo} error={errorsOf('logo')} onChange={(logo) => set({ logo })} />
            <div>
              <Field label={labels.colour} error={errorsOf('colour')}>
                {(control) => (
                  <span className="flex items-center gap-2">
                    <input
                      type="color"
                      aria-label={labels.chooseColour}
                      aria-describedby={colourText}
                      value={validColour ? branding.colour : '#000000'}
                      onChange={(event) => set({ colour: event.target.value })}
                      className="size-9 flex-none cursor-pointer rounded-2 border border-control bg-canvas p-1 max-md:size-11"
                    />
                    <Input
                      {...control}
                      className="max-w-36 font-mono"
                      maxLength={7}
                      spellCheck={false}
                      value={branding.colour}
                      onChange={(event) => set({ colour: event.target.value.trim() })}
                    />
                  </span>
                )}
              </Field>
              <div id={colourText}>{validColour && <ContrastCheck colour={branding.colour} />}</div>
            </div>
            <TextField
              label={labels.help}
              optional
              hint={labels.helpHint}
              error={errorsOf('helpUrl')}
              type="url"
              placeholder={labels.helpPlaceholder}
              value={branding.helpUrl}
              onChange={(event) => set({ helpUrl: event.target.value.trim() })}
              onBlur={completeLinks}
            />
            <TextField
              label={labels.privacy}
              optional
              hint={labels.privacyHint}
              error={errorsOf('privacyUrl')}
              type="url"
              placeholder={labels.privacyPlaceholder}
              value={branding.privacyUrl}
              onChange={(event) => set({ privacyUrl: event.target.value.trim() })}
              onBlur={completeLinks}
            />
            {problem !== null && problem.errors.length === 0 && <ProblemNotice error={save.error} />}
            <div className="flex items-center gap-3">
              <Button type="submit" variant="primary" busy={save.isPending} disabled={!changed}>
                {labels.save}
              </Button>
              {!changed && <span className="text-12 text-meta">{labels.unchanged}</span>}
            </div>
          </div>
        </Section>
      </form>
      <BrandPreview branding={validColour ? branding : { ...branding, colour: initial.colour }} />
    </div>
  );
}

function withCompleteLinks(branding: Branding): Branding {
  return { ...branding, helpUrl: completeLink(branding.helpUrl), privacyUrl: completeLink(branding.privacyUrl) };
}

function completeLink(text: string): string {
  return /^[^\s@/:]+@[^\s@/:]+$/.test(text) ? `mailto:${text}` : completeUrl(text);
}
