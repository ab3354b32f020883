'use client';

import { useRouter } from 'next/navigation';
import { useId, useState, type FormEvent } from 'react';
import type { Branding } from '@/lib/contract/branding';
import { ProblemNotice, problemOf } from '../ui/problem-notice';
import { useSaveBranding } from '@/lib/query/use-admin';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { Field, Input, TextField } from '../ui/field';
import { toast } from '../ui/toast-store';
import { BrandPreview, ContrastCheck } from './brand-preview';
import { LogoField } from './logo-field';

export function BrandingForm({ initial, version }: { initial: Branding; version: number }) {
  const router = useRouter();
  const save = useSaveBranding();
  const [branding, setBranding] = useState(initial);
  const colourText = useId();
  const set = (change: Partial<Branding>) => setBranding({ ...branding, ...change });
  const problem = problemOf(save.error);
  const errorsOf = (field: keyof Branding): string[] =>
    (problem?.errors ?? []).filter((error) => error.field.endsWith(field)).map((error) => error.message);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    save.mutate(
      { branding, basedOn: version },
      {
        onSuccess: () => {
          toast({ tone: 'done', title: 'Customers see it from now on' });
          router.refresh();
        },
      },
    );
  };
  const changed = JSON.stringify(branding) !== JSON.stringify(initial);
  const validColour = /^#[0-9a-f]{6}$/i.test(branding.colour);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_400px] items-start gap-x-12 gap-y-8 max-lg:grid-cols-1">
      <form onSubmit={submit} noValidate className="max-w-[560px]">
        <Section title="Branding" ruled={false} remark="On the pages that customers see">
          <div className="grid gap-5 border-t pt-4">
            <TextField
              label="Name of your company"
              error={errorsOf('partnerName')}
              maxLength={80}
              value={branding.partnerName}
              onChange={(event) => set({ partnerName: event.target.value })}
            />
            <LogoField logo={branding.logo} error={errorsOf('logo')} onChange={(logo) => set({ logo })} />
            <div>
              <Field label="Colour" error={errorsOf('colour')}>
                {(control) => (
                  <span className="flex items-center gap-2">
                    <input
                      type="color"
                      aria-label="Choose the colour"
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
              label="Help"
              optional
              hint="Where customers find a person: starts with https:// or mailto:"
              error={errorsOf('helpUrl')}
              type="url"
              placeholder="https://help.company.example"
              value={branding.helpUrl}
              onChange={(event) => set({ helpUrl: event.target.value.trim() })}
            />
            <TextField
              label="Privacy"
              optional
              hint="Your privacy notice."
              error={errorsOf('privacyUrl')}
              type="url"
              placeholder="https://company.example/privacy"
              value={branding.privacyUrl}
              onChange={(event) => set({ privacyUrl: event.target.value.trim() })}
            />
            {problem !== null && problem.errors.length === 0 && <ProblemNotice error={save.error} />}
            <div className="flex items-center gap-3">
              <Button type="submit" variant="primary" busy={save.isPending} disabled={!changed}>
                Save branding
              </Button>
              {!changed && <span className="text-12 text-meta">Nothing is changed.</span>}
            </div>
          </div>
        </Section>
      </form>
      <BrandPreview branding={validColour ? branding : { ...branding, colour: initial.colour }} />
    </div>
  );
}
