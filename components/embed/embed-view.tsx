'use client';

import { createElement, useEffect, useId, useState } from 'react';
import { Section } from '../shell/page';
import { Checkbox } from '../ui/checkbox';
import { CopyButton } from '../ui/copy-button';
import { TextField } from '../ui/field';
import { optionsOf } from '../ui/options-of';
import { SegmentedRadios } from '../ui/segmented';
import { SelectField } from '../ui/select';
import { type EmbedChoices, type EmbedElement, embedSnippet, styleOf } from './embed-snippet';
import { embedLabels as labels } from './labels';

interface EmbedViewProps {
  origin: string;
  /** Customers without a link can start. */
  open: boolean;
  brandColour: string;
  languageOptions: readonly { value: string; label: string }[];
}

export function EmbedView({ origin, open, brandColour, languageOptions }: EmbedViewProps) {
  const [choices, setChoices] = useState<EmbedChoices>({
    element: 'landfall-start',
    theme: 'auto',
    language: '',
    properties: {},
  });
  const [link, setLink] = useState('');
  const set = (change: Partial<EmbedChoices>) => setChoices({ ...choices, ...change });
  const { element, properties } = choices;
  const property = (name: string) => properties[name] ?? '';
  const setProperty = (name: string, value: string) => set({ properties: { ...properties, [name]: value } });
  const radius = keyIn(labels.radii, property('--landfall-radius'));
  const font = keyIn(labels.fonts, property('--landfall-font'));
  const linkIsOurs = link === '' || (URL.canParse(link) && new URL(link).origin === origin);
  const snippet = embedSnippet(choices, {
    origin,
    link: open && element === 'landfall-start' ? null : labels.startLink,
    fallback: labels.fallback[element],
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-x-10 gap-y-8 max-lg:grid-cols-1">
      <div className="grid min-w-0 grid-cols-1 gap-8">
        <Section title={labels.title} ruled={false} remark={labels.remark}>
          <div className="grid grid-cols-1 gap-5 border-t pt-4">
            <SegmentedRadios<EmbedElement>
              legend={labels.element}
              name="element"
              className="justify-self-start whitespace-nowrap"
              options={optionsOf(labels.elements)}
              value={element}
              onChange={(chosen) => set({ element: chosen })}
            />
            <div className="grid grid-cols-2 gap-5 max-md:grid-cols-1">
              {(['colour', 'background'] as const).map((name) => (
                <OwnColourField
                  key={name}
                  label={labels[name]}
                  initial={name === 'colour' ? brandColour : '#ffffff'}
                  value={property(`--landfall-${name}`)}
                  onChange={(value) => setProperty(`--landfall-${name}`, value)}
                />
              ))}
              <SelectField
                label={labels.radius}
                options={optionsOf(labels.radii)}
                value={radius}
                onChange={(chosen) => setProperty('--landfall-radius', chosen)}
              />
              <SelectField
                label={labels.font}
                options={optionsOf(labels.fonts)}
                value={font}
                onChange={(chosen) => setProperty('--landfall-font', chosen)}
              />
              <SelectField
                label={labels.theme}
                options={optionsOf(labels.themes)}
                value={choices.theme}
                onChange={(theme) => set({ theme })}
              />
              <SelectField
                label={labels.language}
                options={[{ value: '', label: labels.anyLanguage }, ...languageOptions]}
                value={choices.language}
                onChange={(language) => set({ language })}
              />
            </div>
            <TextField
              label={labels.link}
              optional
              hint={labels.linkHint}
              error={linkIsOurs ? null : labels.linkWrong(origin)}
              value={link}
              onChange={(event) => setLink(event.target.value.trim())}
            />
          </div>
        </Section>
        <Section title={labels.snippet} remark={labels.snippetRemark}>
          <pre
            tabIndex={0}
            role="group"
            aria-label={labels.snippet}
            className="mono overflow-x-auto rounded-2 bg-sunken p-3 leading-5"
          >
            {snippet}
          </pre>
          <div className="mt-3 flex flex-wrap items-start gap-3">
            <CopyButton text={snippet} label={labels.copy} showLabel size="md" />
            <p className="min-w-0 flex-1 basis-60 text-12 text-meta">
              {open && element === 'landfall-start' ? labels.snippetNoteOpen : labels.snippetNote}
            </p>
          </div>
        </Section>
      </div>
      <Section title={labels.preview} ruled={false} remark={labels.previewRemark}>
        <Preview choices={choices} link={link !== '' && linkIsOurs ? link : `${origin}/start`} />
      </Section>
    </div>
  );
}

/** Inert, because the forms in it would start a migration. */
function Preview({ choices, link }: { choices: EmbedChoices; link: string }) {
  const { element, theme, language } = choices;
  useEffect(() => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = '/embed.js';
    document.head.append(script);
    return () => script.remove();
  }, []);
  return (
    <div inert className="min-h-120 overflow-hidden rounded-3 border">
      {createElement(element, {
        key: element,
        link,
        theme,
        style: styleOf(choices),
        ...(language !== '' && { lang: language }),
      })}
    </div>
  );
}

function OwnColourField(props: { label: string; initial: string; value: string; onChange: (value: string) => void }) {
  const { label, initial, value, onChange } = props;
  const [colour, setColour] = useState(initial);
  const id = useId();
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-1 text-13 font-strong">
        {label}
      </p>
      <span className="flex min-h-9 items-center gap-3 text-13 max-md:min-h-11">
        <Checkbox
          label={labels.ownColour}
          checked={value !== ''}
          onChange={(event) => onChange(event.target.checked ? colour : '')}
        />
        {value !== '' && (
          <input
            type="color"
            aria-label={labels.chooseColour(label)}
            value={value}
            onChange={(event) => {
              setColour(event.target.value);
              onChange(event.target.value);
            }}
            className="size-9 flex-none cursor-pointer rounded-2 border border-control bg-canvas p-1 max-md:size-11"
          />
        )}
      </span>
    </div>
  );
}

function keyIn<Value extends string>(names: Readonly<Record<Value, string>>, text: string): Value | undefined {
  return optionsOf(names).find(({ value }) => value === text)?.value;
}
