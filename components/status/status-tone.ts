import type { StatusFamily } from '@/lib/contract/status';
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
