import type { ToolChoice } from '@/lib/contract/find-tools';
import { splitHref } from '@/lib/contract/split-href';
import type { Messages } from '@/lib/messages/messages';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icon';
import { paramsOf, type SearchParams, singleParam } from '../render-customer-page';
import { searchButtonClasses, searchInputClasses, showAllClasses } from './search-classes';
import { selectTiles } from './select-tiles';
import { gap } from './tile-counts';
import { searchFormId, ToolPicker } from './tool-picker';

/** What the URL of a page with `PickTool` says about its search. */
export interface ToolSearch {
  query: string;
  showAll: boolean;
  pageHref: string;
}

export function readToolSearch(params: SearchParams, pagePath: string): ToolSearch {
  return {
    query: (singleParam(params['q']) ?? '').slice(0, 200),
    showAll: params['all'] !== undefined,
    pageHref: `${pagePath}?${paramsOf(params).toString()}`,
  };
}

/** Of a page that shows the form again, not of the next one. */
export const ownParams = ['q', 'all', 'attempt', 'missing', 'busy', 'form', 'request', 'problem', 'sent'];

function splitKept({ pageHref }: ToolSearch) {
  const { path, query } = splitHref(pageHref);
  return { path, kept: [...query].filter(([name]) => !ownParams.includes(name)) };
}

/** With script. Placed before the form with `PickTool`, because forms cannot be nested. */
export function ToolSearchForm({ search }: { search: ToolSearch }) {
  const { path, kept } = splitKept(search);
  return (
    <form id={searchFormId} method="get" action={path} noValidate>
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  );
}

/** The tools as tiles with a search, inside a form. */
export function PickTool({
  messages: { t, format },
  tools,
  search,
  name,
  question,
  isField = false,
  chosen,
  errors,
}: {
  messages: Messages;
  tools: readonly ToolChoice[];
  search: ToolSearch;
  name: string;
  question: string;
  isField?: boolean;
  chosen: string | undefined;
  errors: readonly string[];
}) {
  const { query, showAll } = search;
  const { path, kept } = splitKept(search);
  const count = tools.length;
  const labels = {
    search: t('start.search'),
    searchLabel: t('start.searchLabel'),
    placeholder: t('start.searchPlaceholder', { count }),
    showAll: t('start.showAll', { count }),
  };
  return (
    <ToolPicker
      {...selectTiles(tools, { query, showAll, chosen })}
      name={name}
      isField={isField}
      query={query}
      showAll={showAll}
      showAllHref={`${path}?${new URLSearchParams([...kept, ['all', '1']]).toString()}`}
      chosen={chosen}
      errors={errors}
      locale={format.locale}
      searchWithoutScript={<SearchWithoutScript search={search} labels={labels} />}
      showAllWithoutScript={
        <noscript>
          <button type="submit" name="search" value="all" className={cx(showAllClasses, 'cursor-pointer')}>
            {labels.showAll}
          </button>
        </noscript>
      }
      labels={{
        ...labels,
        question,
        choose: t('start.chooseTool'),
        matches: t('start.matches', { count: gap }),
        noMatch: t('start.noMatch', { query: gap }),
        more: t('start.moreTools', { count: gap }),
      }}
    />
  );
}

/** Sends the whole form, so that nothing typed is lost. */
function SearchWithoutScript({
  search,
  labels,
}: {
  search: ToolSearch;
  labels: { search: string; searchLabel: string; placeholder: string };
}) {
  return (
    <noscript>
      {/* The first button of the form, which Enter presses in any of its fields. */}
      <button
        type="submit"
        name="searched"
        value={search.query}
        tabIndex={-1}
        aria-hidden
        className="absolute -start-[9999px]"
      />
      <input type="hidden" name="kept" value={new URLSearchParams(splitKept(search).kept).toString()} />
      <div className="flex gap-2">
        <label className="relative min-w-0 flex-1">
          <span className="sr-only">{labels.searchLabel}</span>
          <Icon name="search" size={16} className="pointer-events-none absolute start-4 top-4 text-meta" />
          <input
            type="search"
            name="q"
            defaultValue={search.query}
            maxLength={200}
            autoComplete="off"
            placeholder={labels.placeholder}
            className={searchInputClasses}
          />
        </label>
        <button type="submit" name="search" value="query" className={searchButtonClasses}>
          {labels.search}
        </button>
      </div>
    </noscript>
  );
}
