'use client';

import { useId, useState, type KeyboardEvent } from 'react';
import type { ImportRow } from '@/lib/contract/imports';
import { maxTags, normaliseTags, tagProblem } from '@/lib/contract/tag-rules';
import { useTagsInUse } from '@/lib/query/use-imports';
import { TextField } from '../ui/field';
import { tagFieldLabels } from './on-demand-labels';

/** Enter or a comma adds what was typed, Escape closes. */
export function TagField({
  environment,
  tags,
  onAdd,
  onClose,
}: {
  environment: ImportRow['environment'];
  tags: readonly string[];
  onAdd: (added: readonly string[]) => void;
  onClose: (refocus: boolean) => void;
}) {
  const listId = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const suggested = useTagsInUse(environment).filter((tag) => !tags.includes(tag));

  function add(given: string) {
    const added = given.split(',').filter((tag) => tag.trim() !== '');
    const tooMany = normaliseTags([...tags, ...added]).length > maxTags ? tagFieldLabels.tooMany(maxTags) : undefined;
    const found = added.map(tagProblem).find((message) => message !== undefined) ?? tooMany;
    setProblem(found);
    setText(found === undefined ? '' : given.replaceAll(',', ' ').trim());
    if (found === undefined && added.length > 0) onAdd(normaliseTags(added));
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose(true);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add(text);
  }

  return (
    <>
      <TextField
        label={tagFieldLabels.field}
        hideLabel
        className="w-44"
        inputClassName="h-6.5! px-2! text-12 max-md:h-11!"
        autoFocus
        autoComplete="off"
        list={listId}
        placeholder={tagFieldLabels.field}
        value={text}
        error={problem}
        onChange={({ target: { value } }) => (value.includes(',') ? add(value) : setText(value))}
        onKeyDown={onKeyDown}
        onBlur={() => text.trim() === '' && onClose(false)}
      />
      <datalist id={listId}>
        {suggested.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  );
}
