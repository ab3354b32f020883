import { z } from 'zod';
import type { Caller } from '../contract/caller';
import type { CommandHandlers } from '../store/data-folder/command-socket';
import { columnNames } from '../store/database/encrypted-columns';
import { finishRotation } from './finish-rotation';
import type { KeysDeps } from './keys-deps';
import { readKeyStatus } from './read-key-status';
import { rotateColumn } from './rotate-column';
import { rotatePendingErasures } from './rotate-pending-erasures';
import { rotateTokens } from './rotate-tokens';

const caller: Caller = { actor: { kind: 'command', name: 'npm run keys' }, address: '', requestId: 'command' };

const rotateArgs = z.discriminatedUnion('step', [
  z.object({ step: z.literal('tokens'), after: z.tuple([z.string(), z.string()]).nullable() }),
  z.object({ step: z.literal('pending_erasures'), after: z.null() }),
  z.object({ step: z.enum(columnNames), after: z.array(z.string()).nullable() }),
]);
const finishArgs = z.object({ changedKeys: z.array(z.string()) });

/** Each call does a part of the work, so that the command can show progress and be stopped. */
export function createKeyCommands(deps: KeysDeps): CommandHandlers {
  return {
    'keys.status': () => readKeyStatus(deps),
    'keys.rotate': async (args, signal) => {
      const { step, after } = rotateArgs.parse(args);
      if (step === 'pending_erasures') return rotatePendingErasures(deps);
      return step === 'tokens' ? rotateTokens(deps, after) : rotateColumn(deps, step, { after, signal });
    },
    'keys.finish': async (args, signal) => finishRotation(deps, { ...finishArgs.parse(args), caller, signal }),
  };
}
