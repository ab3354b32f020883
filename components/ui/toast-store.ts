export type Toast = {
  id: number | string;
  tone: 'info' | 'done' | 'error';
  title: string;
  detail?: string | undefined;
  /** For error reports. */
  requestId?: string | undefined;
  action?: { label: string; run: () => void } | undefined;
};

const VISIBLE_MS = 6000;
const MAX_TOASTS = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Errors stay until dismissed; other toasts disappear. */
export function toast({
  id = (lastId += 1),
  visibleMs = VISIBLE_MS,
  ...message
}: Omit<Toast, 'id' | 'tone'> & Partial<Pick<Toast, 'id' | 'tone'>> & { visibleMs?: number }): void {
  set([...toasts, { ...message, tone: message.tone ?? 'info', id }].slice(-MAX_TOASTS));
  if (message.tone !== 'error') setTimeout(() => dismissToast(id), visibleMs);
}

export function dismissToast(id: Toast['id']): void {
  set(toasts.filter((entry) => entry.id !== id));
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}
