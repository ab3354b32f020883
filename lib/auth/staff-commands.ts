import type { Caller } from '../contract/caller';
import { roleSchema } from '../contract/roles';
import { addStaffBodySchema } from '../contract/staff';
import { z } from 'zod';
import { text } from '../contract/base-schemas';
import { LandfallError } from '../core/errors';
import type { CommandHandlers } from '../store/data-folder/command-socket';
import type { Auth } from './create-auth';

const caller: Caller = { actor: { kind: 'command', name: 'npm run staff' }, address: '', requestId: 'command' };

const password = z.optional(text(1000));
const emailArgs = z.object({ email: text(320) });
const schemas = {
  add: z.object({ ...addStaffBodySchema.shape, password }),
  reset: emailArgs.extend({ password }),
  role: emailArgs.extend({ role: roleSchema }),
};

export function createStaffCommands(auth: Auth): CommandHandlers {
  const idOf = async (args: unknown) => auth.staff.findIdByEmail(parse(emailArgs, args).email);
  return {
    'staff.list': async () => (await auth.staff.list()).staff,
    'staff.add': async (args) => auth.staff.add({ ...parse(schemas.add, args), caller }),
    'staff.reset': async (args) => {
      const { email, password: given } = parse(schemas.reset, args);
      return auth.staff.resetPassword({ id: await auth.staff.findIdByEmail(email), password: given, caller });
    },
    'staff.role': async (args) => {
      const { email, role } = parse(schemas.role, args);
      await auth.staff.changeRole({ id: await auth.staff.findIdByEmail(email), role, caller });
    },
    'staff.disable': async (args) => auth.staff.disable({ id: await idOf(args), caller }),
    'staff.enable': async (args) => auth.staff.enable({ id: await idOf(args), caller }),
    'staff.sign-out': async (args) => auth.staff.signOutEverywhere({ id: await idOf(args), caller }),
  };
}

function parse<S extends z.ZodType>(schema: S, args: unknown): z.output<S> {
  const parsed = schema.safeParse(args);
  if (parsed.success) return parsed.data;
  const field = String(parsed.error.issues[0]?.path[0] ?? 'command');
  const message = parsed.error.issues[0]?.message ?? '';
  throw new LandfallError('invalid', {
    userMessage:
      field === 'role'
        ? 'The role must be viewer, agent, approver or admin.'
        : `The ${field} is not right: ${message}.`,
  });
}
