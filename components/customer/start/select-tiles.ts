import { findTools, valueOf, type ToolChoice } from '@/lib/contract/find-tools';
import { maxSearchedInBrowser, maxTiles, popularTiles } from './tile-counts';

/** What the browser gets: all tools to search in, or only those that are shown if there are too many. */
export function selectTiles(
  tools: readonly ToolChoice[],
  { query, showAll, chosen }: { query: string; showAll: boolean; chosen: string | undefined },
): { tools: readonly ToolChoice[]; total: number; found: number } {
  const matching = findTools(tools, query);
  const counts = { total: tools.length, found: matching.length };
  if (tools.length <= maxSearchedInBrowser) return { tools, ...counts };
  const shown = matching.slice(0, showAll || query.trim() !== '' ? maxTiles : popularTiles);
  const chosenTool = tools.find((tool) => valueOf(tool) === chosen);
  return { tools: chosenTool && !shown.includes(chosenTool) ? [chosenTool, ...shown] : shown, ...counts };
}
