import type { Tool } from '@/lib/contract/tools';
import type { Messages } from '@/lib/messages/messages';
import { initialsOf } from '../ui/avatar';
import { Icon } from '../ui/icon';

const initialTileCount = 12;
/** The id of the search form, which cannot be inside the start form. */
export const searchFormId = 'search';

export interface ToolTilesProps {
  tools: readonly Tool[];
  query: string;
  showAll: boolean;
  chosen: string | undefined;
}

/** Radio tiles in a plain form. The search is a GET to the same page, so everything works without JavaScript. */
export function ToolTiles({ tools, query, showAll, chosen, messages: { t } }: ToolTilesProps & { messages: Messages }) {
  const matching = filterTools(tools, query);
  const shown = showAll || query !== '' ? matching : matching.slice(0, initialTileCount);
  // Keep the chosen tool visible even if the search does not match it.
  const chosenTool = tools.find((tool) => tool.value === chosen);
  const tiles = chosenTool && !shown.includes(chosenTool) ? [chosenTool, ...shown] : shown;
  return (
    <fieldset className="mt-9 min-w-0">
      <legend className="mb-3 text-20 font-strong">{t('start.toolQuestion')}</legend>
      <div className="flex gap-2">
        <label className="relative min-w-0 flex-1">
          <span className="sr-only">{t('start.searchLabel')}</span>
          <Icon name="search" size={16} className="pointer-events-none absolute start-4 top-4 text-meta" />
          <input
            type="search"
            name="q"
            form={searchFormId}
            defaultValue={query}
            placeholder={t('start.searchPlaceholder', { count: tools.length })}
            className="h-12 w-full rounded-tile border border-control bg-canvas ps-11 pe-3 placeholder:text-meta"
          />
        </label>
        <button
          type="submit"
          form={searchFormId}
          className="h-12 cursor-pointer rounded-tile border border-line-strong px-5 text-15 font-strong hover:bg-hover"
        >
          {t('start.search')}
        </button>
      </div>
      {matching.length === 0 && <p className="mt-4 text-ink-2">{t('start.noMatch', { query })}</p>}
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(172px,1fr))] gap-2 max-md:grid-cols-2 max-[360px]:grid-cols-1">
        {tiles.map((tool) => (
          <li key={tool.value} className="min-w-0">
            <label className="group flex h-16 cursor-pointer items-center gap-3 rounded-tile border border-line-strong px-3 max-md:gap-2.5 hover:bg-hover has-checked:border-brand-ink has-checked:bg-brand-wash has-checked:font-strong has-checked:inset-ring has-checked:inset-ring-brand-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-ink">
              <input
                type="radio"
                name="source_tool"
                value={tool.value}
                defaultChecked={tool.value === chosen}
                required
                className="sr-only"
              />
              <span
                aria-hidden="true"
                className="grid size-9 flex-none place-items-center rounded-2 bg-press text-13 font-strong text-ink-2 group-has-checked:bg-brand group-has-checked:text-on-brand max-md:size-8"
              >
                <span className="group-has-checked:hidden">{initialsOf(tool.name)}</span>
                <Icon name="check" size={16} className="hidden group-has-checked:block" />
              </span>
              <span className="line-clamp-2 min-w-0 text-15 [overflow-wrap:anywhere]">{tool.name}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function filterTools(tools: readonly Tool[], query: string): readonly Tool[] {
  const needle = query.trim().toLowerCase();
  if (needle === '') return tools;
  return tools.filter((tool) => tool.name.toLowerCase().includes(needle) || (tool.slug ?? '').includes(needle));
}

export function hasMoreTools({ tools, query, showAll }: ToolTilesProps): boolean {
  return !showAll && query === '' && tools.length > initialTileCount;
}
