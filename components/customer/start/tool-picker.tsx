'use client';

import { useEffect, useRef, useState } from 'react';
import { findTools, valueOf, type ToolChoice } from '@/lib/contract/find-tools';
import { ToolMark } from '../../ui/avatar';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icon';
import { errorIdOf } from '../form/error-id';
import { partOf } from '../form/check-forms';
import { FieldError } from '../form/field';
import { gap, maxTiles, popularTiles } from './tile-counts';

const fieldId = 'source-tool';

interface ToolPickerLabels {
  question: string;
  choose: string;
  search: string;
  searchLabel: string;
  placeholder: string;
  showAll: string;
  /** `gap` is the number. */
  matches: string;
  /** `gap` is the query. */
  noMatch: string;
  /** `gap` is the number of tools that are not shown. */
  more: string;
}

interface ToolPickerProps {
  name: string;
  /** Whether it has a heading above it, so that its own is a label. */
  isField: boolean;
  /** The first are the most popular. */
  tools: readonly ToolChoice[];
  /** Number of all tools. If there are more than in `tools`, only the server can search them. */
  total: number;
  query: string;
  /** How many match the query, if the server searched. */
  found: number;
  showAll: boolean;
  chosen: string | undefined;
  errors: readonly string[];
  locale: string;
  labels: ToolPickerLabels;
}

/**
 * Radio tiles in a plain form. The search filters while typing. Without script, or with too many tools, the server searches:
 * the whole form is sent, so that nothing typed is lost.
 */
export function ToolPicker(props: ToolPickerProps) {
  const { tools, total, labels, errors } = props;
  const isComplete = tools.length === total;
  const [query, setQuery] = useState(props.query);
  const [showAll, setShowAll] = useState(props.showAll);
  const [chosen, setChosen] = useState(props.chosen);
  const list = useRef<HTMLUListElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const { query: givenQuery, chosen: givenChosen } = props;
  // Something may have been typed or chosen before the script was there.
  useEffect(() => {
    setQuery(search.current?.value ?? givenQuery);
    setChosen(list.current?.querySelector<HTMLInputElement>(':checked')?.value ?? givenChosen);
  }, [givenQuery, givenChosen]);
  const matching = isComplete ? findTools(tools, query) : tools;
  const isSearch = query.trim() !== '' && (isComplete || query === props.query);
  const shown = matching.slice(0, showAll || isSearch ? maxTiles : popularTiles);
  const count = isComplete ? matching.length : props.found;
  const numbers = new Intl.NumberFormat(props.locale);
  // The chosen tool stays visible, even if the search does not match it.
  const chosenTool = tools.find((tool) => valueOf(tool) === chosen);
  const tiles = chosenTool && !shown.includes(chosenTool) ? [chosenTool, ...shown] : shown;
  const hidden = count - shown.length;
  return (
    <fieldset
      id={fieldId}
      name={props.name}
      role="radiogroup"
      aria-required
      aria-invalid={errors.length > 0 || undefined}
      aria-describedby={errorIdOf(fieldId)}
      data-required={labels.choose}
      className={cx('min-w-0', props.isField ? 'mt-4' : 'mt-9')}
    >
      <legend className={cx('font-strong', props.isField ? 'mb-1' : 'mb-3 text-20')}>{labels.question}</legend>
      {/* Enter presses the first button of a form, whatever field it is in. With script, it means the last one of the part. */}
      <button
        type="submit"
        name="searched"
        value={props.query}
        onClick={(event) => {
          event.preventDefault();
          [...(partOf(document.activeElement)?.querySelectorAll('button') ?? [])].at(-1)?.click();
        }}
        tabIndex={-1}
        aria-hidden
        className="absolute -start-[9999px]"
      />
      <div data-part className="flex gap-2">
        <label className="relative min-w-0 flex-1">
          <span className="sr-only">{labels.searchLabel}</span>
          <Icon name="search" size={16} className="pointer-events-none absolute start-4 top-4 text-meta" />
          <input
            ref={search}
            type="search"
            name="q"
            defaultValue={props.query}
            maxLength={200}
            autoComplete="off"
            placeholder={labels.placeholder}
            onChange={(event) => setQuery(event.target.value)}
            className="h-12 w-full rounded-tile border border-control bg-canvas ps-11 pe-3 placeholder:text-meta"
          />
        </label>
        <button
          type="submit"
          name="search"
          value="query"
          onClick={(event) => {
            if (isComplete) event.preventDefault();
          }}
          className="h-12 cursor-pointer rounded-tile border border-line-strong px-5 text-15 font-strong hover:bg-hover"
        >
          {labels.search}
        </button>
      </div>
      {/* Above the tiles, because on a phone their end is not in view. */}
      <FieldError id={fieldId} errors={errors} />
      {/* Always there, so that screen readers announce what changes in it. */}
      <p
        role="status"
        className={cx('text-14 [overflow-wrap:anywhere]', isSearch && 'mt-3', count === 0 ? 'text-ink-2' : 'text-meta')}
      >
        {isSearch &&
          (count > 0
            ? labels.matches.replaceAll(gap, numbers.format(count))
            : // A function, because `$` in a replacement has a meaning.
              labels.noMatch.replaceAll(gap, () => query.trim().slice(0, 200)))}
      </p>
      <ul
        ref={list}
        onChange={(event) => {
          if (event.target instanceof HTMLInputElement) setChosen(event.target.value);
        }}
        className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(172px,1fr))] gap-2 max-md:grid-cols-2 max-md:[&_input]:scroll-mb-32 max-[360px]:grid-cols-1"
      >
        {tiles.map((tool, index) => (
          <li key={valueOf(tool)} className="min-w-0">
            <label className="tool-tile">
              <input
                type="radio"
                name={props.name}
                value={valueOf(tool)}
                defaultChecked={valueOf(tool) === chosen}
                autoFocus={index === 0 && errors.length > 0}
              />
              <ToolMark name={tool.name} />
              <span className="tool-name">
                <bdi>{tool.name}</bdi>
                {tool.hint !== undefined && (
                  <span className="block text-13 text-meta">
                    <bdi>{tool.hint}</bdi>
                  </span>
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {hidden > 0 && (showAll || isSearch) && (
        <p className="mt-3 text-14 text-ink-2">{labels.more.replaceAll(gap, numbers.format(hidden))}</p>
      )}
      {hidden > 0 && !showAll && !isSearch && (
        <p data-part className="mt-3 text-14">
          <button
            type="submit"
            name="search"
            value="all"
            onClick={(event) => {
              if (!isComplete) return;
              event.preventDefault();
              setShowAll(true);
              list.current
                ?.querySelectorAll<HTMLElement>('input')
                .item(popularTiles - 1)
                .focus();
            }}
            className="cursor-pointer py-2 text-brand-ink underline underline-offset-2"
          >
            {labels.showAll}
          </button>
        </p>
      )}
    </fieldset>
  );
}
