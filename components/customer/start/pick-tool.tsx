import type { ToolChoice } from '@/lib/contract/find-tools';
import { splitHref } from '@/lib/contract/split-href';
import type { Messages } from '@/lib/messages/messages';
import { paramsOf, type SearchParams, singleParam } from '../render-customer-page';
import { selectTiles } from './select-tiles';
import { gap } from './tile-counts';
import { ToolPicker } from './tool-picker';

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

/** Parameters of a page that shows the form again, not of the next one. */
export const ownParams = ['q', 'all', 'attempt', 'missing', 'busy', 'form', 'request', 'problem', 'sent'];

function keptParams({ pageHref }: ToolSearch): string {
  const { query } = splitHref(pageHref);
  return new URLSearchParams([...query].filter(([name]) => !ownParams.includes(name))).toString();
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
  const count = tools.length;
  return (
    <>
      <input type="hidden" name="kept" value={keptParams(search)} />
      <ToolPicker
        {...selectTiles(tools, { query, showAll, chosen })}
        name={name}
        isField={isField}
        query={query}
        showAll={showAll}
        chosen={chosen}
        errors={errors}
        locale={format.locale}
        labels={{
          question,
          search: t('start.search'),
          searchLabel: t('start.searchLabel'),
          placeholder: t('start.searchPlaceholder', { count }),
          showAll: t('start.showAll', { count }),
          choose: t('start.chooseTool'),
          matches: t('start.matches', { count: gap }),
          noMatch: t('start.noMatch', { query: gap }),
          more: t('start.moreTools', { count: gap }),
        }}
      />
    </>
  );
}
