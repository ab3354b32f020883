import type { StatusFamily } from '@/lib/contract/status';
import type { Tone } from '../ui/badge';

const tones: Record<StatusFamily, Tone> = {
  waiting: 'wait',
  working: 'work',
  turn: 'turn',
  done: 'done',
  undone: 'undo',
  gone: 'gone',
  // A text we do not know is shown verbatim and looks neutral; the red outline is for outcomes, not for texts.
  unknown: 'wait',
};

/** The colour family of a status. */
export function toneOf(family: StatusFamily): Tone {
  return tones[family];
}
