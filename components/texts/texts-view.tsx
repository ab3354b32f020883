'use client';

import { useRouter } from 'next/navigation';
import { useDeferredValue, useMemo, useState } from 'react';
import { envHref } from '@/lib/contract/env-href';
import { languageFacts, languageOptions, type Language } from '@/lib/contract/languages';
import type { EditableText, TextsOfLanguage } from '@/lib/contract/texts';
import { Section } from '../shell/page';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { TextField } from '../ui/field';
import { lazyComponent } from '../ui/lazy-component';
import { SelectField } from '../ui/select';
import { TextLink } from '../ui/text-link';
import { useEnvironment } from '../ui/use-environment';
import { groupTexts } from './group-texts';
import { textLabels as labels } from './labels';

const TextDialog = lazyComponent(() => import('./text-dialog').then((module) => module.TextDialog));

/** Each text is saved by itself, as a new version of all. */
export function TextsView({ initial }: { initial: TextsOfLanguage }) {
  const router = useRouter();
  const environment = useEnvironment();
  const [saved, setSaved] = useState(initial);
  const [query, setQuery] = useState('');
  const [onlyChanged, setOnlyChanged] = useState(false);
  const [edited, setEdited] = useState<string | null>(null);
  const current = saved.language === initial.language && saved.version >= initial.version ? saved : initial;
  const { language, texts } = current;
  const searched = useDeferredValue(query);
  const groups = useMemo(() => groupTexts(texts, { query: searched, onlyChanged }), [texts, searched, onlyChanged]);
  const shown = groups.reduce((sum, group) => sum + group.texts.length, 0);
  const text = texts.find(({ key }) => key === edited);
  const choose = (chosen: Language) => router.push(envHref(`/settings/texts?language=${chosen}`, environment));
  return (
    <>
      <p className="text-13 text-ink-2">
        {labels.intro} {labels.elsewhere}{' '}
        {Object.entries(labels.elsewhereLinks).map(([href, name], at) => (
          <span key={href}>
            {at > 0 && ', '}
            <TextLink href={href} underlined>
              {name}
            </TextLink>
          </span>
        ))}
        .
      </p>
      <div className="mt-4 grid grid-cols-[220px_minmax(0,360px)_auto] items-end gap-4 max-md:grid-cols-1">
        <SelectField label={labels.language} options={languageOptions} value={language} onChange={choose} />
        <TextField
          type="search"
          label={labels.search}
          placeholder={labels.searchHint}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <div className="md:pb-1.5">
          <Checkbox
            label={labels.onlyChanged}
            checked={onlyChanged}
            onChange={(event) => setOnlyChanged(event.target.checked)}
          />
        </div>
      </div>
      <p role="status" className="mt-4 text-12 text-meta">
        {shown > 0 ? labels.count(shown) : onlyChanged && query === '' ? labels.noneChanged : labels.none}
      </p>
      {groups.map((group) => (
        <Section key={group.title} title={group.title} count={group.texts.length} ruled={false} className="mt-6">
          <ul className="border-t text-13">
            {group.texts.map((one) => (
              <TextRow key={one.key} text={one} language={language} onEdit={() => setEdited(one.key)} />
            ))}
          </ul>
        </Section>
      ))}
      {text && (
        <TextDialog
          text={text}
          language={language}
          version={current.version}
          onClose={() => setEdited(null)}
          onSaved={setSaved}
        />
      )}
    </>
  );
}

function TextRow({ text, language, onEdit }: { text: EditableText; language: Language; onEdit: () => void }) {
  const { key, shipped, own, shippedBefore, unused } = text;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-b border-b-line-soft py-2.5">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="mono text-meta">{key}</span>
          {own !== null && (
            <Badge size="row" tone={unused ? 'unkn' : 'work'}>
              {unused ? labels.unused : labels.changed}
            </Badge>
          )}
          {shippedBefore !== null && (
            <Badge size="row" tone="turn">
              {labels.defaultChanged}
            </Badge>
          )}
        </p>
        <p lang={language} dir={languageFacts[language].dir} className="mt-0.5 line-clamp-3 whitespace-pre-line">
          {own ?? shipped}
        </p>
        {own !== null && shipped !== null && (
          <p
            lang={language}
            dir={languageFacts[language].dir}
            className="mt-0.5 line-clamp-2 text-12 whitespace-pre-line text-meta"
          >
            {shipped}
          </p>
        )}
      </div>
      <Button size="sm" aria-label={labels.editKey(key)} onClick={onEdit}>
        {labels.edit}
      </Button>
    </li>
  );
}
