import type { Environment } from '../contract/environment';
import type { Change } from '../contract/stream';

export interface LiveScope {
  kinds: readonly Change['kind'][];
  environment: Environment;
  subject?: string | undefined;
}

export interface RenderedSection extends Omit<LiveScope, 'kinds'> {
  kinds: readonly string[];
  /** Which changes in scope matter; all if undefined. */
  concerns?: ((change: Change) => boolean) | undefined;
  /** A list: its rows must not move while being read, so it waits for the person. */
  defer: boolean;
  refresh(): void;
}

const refetchOthersMs = 30_000;

/** The parts of a page that refresh themselves after changes, instead of a query. */
export function createRenderedSections() {
  const sections = new Set<RenderedSection>();
  const register = (section: RenderedSection) => {
    sections.add(section);
    return () => void sections.delete(section);
  };
  return {
    register,
    /**
     * Refetches when one of these imports has changed. A change of another one may be a new import of the same customer,
     * which a change does not say: after those it refetches now and then.
     */
    registerImports: (environment: Environment, importIds: readonly string[], refetch: () => void) => {
      const ids = new Set(importIds);
      const common = { kinds: ['import', 'decision', 'request', 'message'], environment, defer: false };
      let timer: ReturnType<typeof setTimeout> | undefined;
      const refetchLater = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          refetch();
        }, refetchOthersMs);
      };
      const stops = [
        register({ ...common, concerns: ({ subject }) => ids.has(subject), refresh: refetch }),
        register({ ...common, concerns: ({ subject }) => !ids.has(subject), refresh: refetchLater }),
      ];
      return () => {
        clearTimeout(timer);
        for (const stop of stops) stop();
      };
    },
    /** Sections with the same refresh function are refreshed once. False if there are none. */
    refresh: (matches: (section: RenderedSection) => boolean) => {
      const runs = new Set([...sections].filter(matches).map((section) => section.refresh));
      for (const run of runs) run();
      return runs.size > 0;
    },
    isDeferred: (change: Change) => [...sections].some((section) => section.defer && isInScope(section, change)),
  };
}

export function isInScope({ kinds, environment, subject, concerns }: RenderedSection, change: Change): boolean {
  // Settings and staff are shared by both environments.
  const shared = change.kind === 'settings' || change.kind === 'staff';
  return (
    kinds.includes(change.kind) &&
    (shared || change.environment === environment) &&
    (subject === undefined || change.subject === subject) &&
    (concerns === undefined || concerns(change))
  );
}
