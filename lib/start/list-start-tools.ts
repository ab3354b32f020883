import { fold, type ToolChoice } from '../contract/find-tools';
import type { Tool } from '../contract/tools';
import { withDeadline } from '../core/with-deadline';
import type { StartDeps } from './start-deps';

/** A customer waits no longer for the service. Without a stored list, the page then says so. */
const maxWaitMs = 5_000;

/** What customers choose from: the partner's popular tools first, then by name. Null if the service gives no list. */
export async function listStartTools(
  deps: Pick<StartDeps, 'tools' | 'popularTools' | 'clock'>,
  wanted: { family?: string | null; /** Null allows all. */ allowed?: readonly string[] | null } = {},
): Promise<ToolChoice[] | null> {
  const { family, allowed = null } = wanted;
  const listed = deps.tools.listSourceTools({ environment: 'live', family: family ?? undefined, person: null });
  const [list, popular] = await Promise.all([
    withDeadline(deps.clock, maxWaitMs, listed).catch(() => undefined),
    deps.popularTools.read('live'),
  ]);
  if (list === undefined) return null;
  return toChoices(
    orderTools(
      list.tools.filter(({ value }) => allowed === null || allowed.includes(value)),
      popular,
    ),
  );
}

/** Without a history of the partner's own, the service's order is the better guess. */
function orderTools(tools: readonly Tool[], popular: readonly string[]): readonly Tool[] {
  if (popular.length === 0) return tools;
  const ranks = new Map(popular.map((tool, at) => [fold(tool), at]));
  const rankOf = ({ value, name }: Tool) => ranks.get(fold(value)) ?? ranks.get(fold(name)) ?? popular.length;
  const { compare } = new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  return tools
    .map((tool) => ({ tool, rank: rankOf(tool) }))
    .sort((a, b) => a.rank - b.rank || compare(a.tool.name, b.tool.name))
    .map(({ tool }) => tool);
}

/** Once per value. Tools of the same name differ by family or slug. */
function toChoices(tools: readonly Tool[]): ToolChoice[] {
  const unique = [...new Map(tools.toReversed().map((tool) => [tool.value, tool])).values()].toReversed();
  const names = new Map<string, number>();
  for (const { name } of unique) names.set(name, (names.get(name) ?? 0) + 1);
  return unique.map((tool) => {
    const { value, slug, family } = tool;
    const name = tool.name.trim() === '' ? value : tool.name;
    const isAmbiguous = (names.get(tool.name) ?? 0) > 1;
    const hint = isAmbiguous ? (family ?? slug ?? (value === name ? undefined : value)) : undefined;
    const aliasWords = fold(slug ?? '').split(/[^\p{L}\p{N}]+/u);
    const alias = aliasWords.every((word) => fold(name).includes(word)) ? undefined : (slug ?? undefined);
    return {
      name,
      ...(value !== name && { value }),
      ...(alias !== undefined && { alias }),
      ...(hint !== undefined && { hint }),
    };
  });
}
