'use client';

import Link from 'next/link';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import type { ImportRow } from '@/lib/contract/imports';
import { defaultListView, listHref } from '@/lib/contract/list-view';
import { maxTags, normaliseTags, tagProblem } from '@/lib/contract/tag-rules';
import { ProblemNotice } from '../ui/problem-notice';
import { useSetTags } from '@/lib/query/use-import';
import { useTagsInUse } from '@/lib/query/use-imports';
import { chipClasses } from '../ui/chip';
import { TextField } from '../ui/field';
import { Icon } from '../ui/icon';
import { tagLabels } from './labels';

export function Tags({ row, mayEdit }: { row: ImportRow; mayEdit: boolean }) {
  const { environment, id } = row;
  const set = useSetTags(environment, id);
  const [isAdding, setAdding] = useState(false);
  const [announced, setAnnounced] = useState('');
  const group = useRef<HTMLDivElement>(null);
  // As they will be once the change is stored.
  const tags = set.isPending ? set.variables : row.tags;
  const href = (tag: string) => listHref({ ...defaultListView, tag: [tag], gone: 'show' }, environment);
  const focusAdd = () => group.current?.querySelector<HTMLElement>('[data-add], input')?.focus();
  const change = (next: readonly string[], announcement: string) =>
    set.mutate(next, { onSuccess: () => setAnnounced(announcement) });
  if (!mayEdit && tags.length === 0) return null;
  return (
    <>
      <div ref={group} role="group" aria-label={tagLabels.group} className="mt-3 flex flex-wrap items-start gap-1.5">
        {tags.map((tag) => (
          <span key={tag} className="chip max-w-full max-md:h-8 max-md:px-2">
            <Link
              href={href(tag)}
              prefetch={false}
              data-tip={tagLabels.filter(tag)}
              className="truncate hover:underline"
            >
              {tag}
            </Link>
            {mayEdit && (
              <button
                type="button"
                aria-label={tagLabels.remove(tag)}
                className="-me-1 grid size-5 place-items-center rounded-1 text-meta hover:text-ink max-md:size-7"
                onClick={() => {
                  change(
                    tags.filter((other) => other !== tag),
                    tagLabels.removed(tag),
                  );
                  focusAdd();
                }}
              >
                <Icon name="x" size={12} />
              </button>
            )}
          </span>
        ))}
        {mayEdit && !isAdding && (
          <button type="button" data-add className={chipClasses(false, true)} onClick={() => setAdding(true)}>
            <Icon name="plus" size={12} />
            {tagLabels.add}
          </button>
        )}
        {isAdding && (
          <TagField
            environment={environment}
            tags={tags}
            onAdd={(added) => change(normaliseTags([...tags, ...added]), tagLabels.added(added.join(', ')))}
            onClose={(refocus) => {
              setAdding(false);
              if (refocus) requestAnimationFrame(focusAdd);
            }}
          />
        )}
      </div>
      <ProblemNotice error={set.error} className="mt-2" />
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  );
}

/** Enter or a comma adds what was typed, Escape closes. */
function TagField({
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
  const suggested = useTagsInUse(environment, true).filter((tag) => !tags.includes(tag));

  function add(given: string) {
    const added = given.split(',').filter((tag) => tag.trim() !== '');
    const tooMany = normaliseTags([...tags, ...added]).length > maxTags ? tagLabels.tooMany(maxTags) : undefined;
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
        label={tagLabels.field}
        hideLabel
        className="w-44"
        inputClassName="h-6.5! px-2! text-12 max-md:h-11!"
        autoFocus
        autoComplete="off"
        list={listId}
        placeholder={tagLabels.field}
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
