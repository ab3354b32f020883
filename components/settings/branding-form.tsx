'use client';

import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import { deriveDarkColour } from '@/lib/contract/brand-palette';
import { colourPattern, linkPattern } from '@/lib/contract/brand-rules';
import type { Branding } from '@/lib/contract/branding';
import { completeUrl } from '@/lib/contract/complete-url';
import { fieldErrors, ProblemNotice, problemOf } from '../ui/problem-notice';
import { useSaveBranding } from '@/lib/query/use-branding';
import { Section } from '../shell/page';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { TextField } from '../ui/field';
import { LeaveGuard } from '../ui/leave-guard';
import { toast } from '../ui/toast-store';
import { useFormErrors } from '../ui/use-form-errors';
import { brandingLabels as labels } from './branding-labels';
import { BrandingPreview } from './branding-preview';
import { ColourField } from './colour-field';
import { ContrastCheck } from './contrast-check';
import { ImageField } from './image-field';

const linkFields = [
  { name: 'helpUrl', label: labels.help, hint: labels.helpHint, placeholder: labels.helpPlaceholder },
  { name: 'privacyUrl', label: labels.privacy, hint: labels.privacyHint, placeholder: labels.privacyPlaceholder },
  { name: 'termsUrl', label: labels.terms, hint: labels.termsHint, placeholder: labels.termsPlaceholder },
] as const;

export function BrandingForm({ initial, version }: { initial: Branding; version: number }) {
  const router = useRouter();
  const save = useSaveBranding();
  const [branding, setBranding] = useState(initial);
  // An image may arrive while something else is entered.
  const set = (change: Partial<Branding>) => setBranding((current) => ({ ...current, ...change }));
  const completeLinks = () => setBranding(withCompleteLinks);
  const problem = problemOf(save.error);
  const errorsOf = (field: keyof Branding) => fieldErrors(problem, `branding.${field}`);
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
  const { colour, darkColour } = branding;
  const previewed = useMemo(() => withCompleteLinks(branding), [branding]);
  const validColours = hasValidColours(branding);
  return (
    <div className="grid grid-cols-[minmax(0,440px)_minmax(0,1fr)] max-lg:grid-cols-[minmax(0,380px)_minmax(0,1fr)] items-start gap-x-10 gap-y-8 max-lg:gap-x-6 max-[999px]:grid-cols-1">
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
            <ImageField
              name="logo"
              kind="logo"
              image={branding.logo}
              error={errorsOf('logo')}
              onChange={(logo) => set({ logo })}
            />
            {branding.logo !== null && (
              <ImageField
                name="darkLogo"
                kind="logo"
                image={branding.darkLogo}
                error={errorsOf('darkLogo')}
                onChange={(darkLogo) => set({ darkLogo })}
              />
            )}
            <ImageField
              name="favicon"
              kind="favicon"
              image={branding.favicon}
              error={errorsOf('favicon')}
              onChange={(favicon) => set({ favicon })}
            />
          </div>
        </Section>
        <Section title={labels.colours} className="mt-6">
          <div className="grid gap-4">
            <ColourField
              label={labels.colour}
              chooseLabel={labels.chooseColour}
              value={colour}
              error={errorsOf('colour')}
              onChange={(value) => set({ colour: value })}
            />
            <Checkbox
              label={labels.ownDarkColour}
              checked={darkColour !== null}
              onChange={(event) =>
                set({ darkColour: event.target.checked ? deriveDarkColour(safeColour(colour)) : null })
              }
            />
            {darkColour === null ? (
              validColours && (
                <p className="-mt-3 ps-6 text-12 text-meta">{labels.derivedDarkColour(deriveDarkColour(colour))}</p>
              )
            ) : (
              <ColourField
                label={labels.darkColour}
                chooseLabel={labels.chooseDarkColour}
                value={darkColour}
                error={errorsOf('darkColour')}
                onChange={(value) => set({ darkColour: value })}
              />
            )}
            {validColours && (
              <div className="grid grid-cols-2 gap-x-6 gap-y-4 max-md:grid-cols-1">
                <ContrastCheck branding={branding} theme="light" />
                <ContrastCheck branding={branding} theme="dark" />
              </div>
            )}
          </div>
        </Section>
        <Section title={labels.links} remark={labels.linksRemark} className="mt-6">
          <div className="grid gap-5">
            {linkFields.map(({ name, ...field }) => (
              <TextField
                key={name}
                {...field}
                optional
                error={errorsOf(name)}
                type="url"
                value={branding[name]}
                onChange={(event) => set({ [name]: event.target.value.trim() })}
                onBlur={completeLinks}
              />
            ))}
            {problem !== null && problem.errors.length === 0 && <ProblemNotice error={save.error} />}
            <div className="flex items-center gap-3">
              <Button type="submit" variant="primary" busy={save.isPending} disabled={!changed}>
                {labels.save}
              </Button>
              <span className="text-12 text-meta">{changed ? labels.unsaved : labels.unchanged}</span>
            </div>
          </div>
        </Section>
      </form>
      <BrandingPreview branding={previewed} valid={isValid(previewed)} />
      <LeaveGuard
        active={changed && !save.isPending}
        guardsBack={false}
        title={labels.leaveTitle}
        detail={labels.leaveDetail}
        onLeave={() => setBranding(initial)}
      />
    </div>
  );
}

const hasValidColours = ({ colour, darkColour }: Branding) =>
  [colour, darkColour ?? colour].every((text) => colourPattern.test(text));

const isValid = (branding: Branding) =>
  hasValidColours(branding) &&
  branding.partnerName !== '' &&
  linkFields.every(({ name }) => linkPattern.test(branding[name]));

const safeColour = (colour: string) => (colourPattern.test(colour) ? colour : '#000000');

function withCompleteLinks(branding: Branding): Branding {
  return {
    ...branding,
    ...Object.fromEntries(linkFields.map(({ name }) => [name, completeLink(branding[name])])),
  };
}

function completeLink(text: string): string {
  return /^[^\s@/:]+@[^\s@/:]+$/.test(text) ? `mailto:${text}` : completeUrl(text);
}
