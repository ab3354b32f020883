import type { Status, StatusFamily } from '@/lib/contract/status';
import type { Tone } from '../ui/badge';

const tones: Record<StatusFamily, Tone> = {
  waiting: 'wait',
  working: 'work',
  turn: 'turn',
  done: 'done',
  undone: 'undo',
  gone: 'gone',
  // Unknown texts are neutral; the red outline is reserved for unknown outcomes.
  unknown: 'wait',
};

export function toneOf(family: StatusFamily): Tone {
  return tones[family];
}

/** A gone import keeps its last status text, in the gone style. */
export function shownStatus({ status, gone }: { status: Status | null; gone: boolean }): Status | null {
  return status !== null && gone ? { ...status, family: 'gone' } : status;
}
