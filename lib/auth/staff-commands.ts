import type { Caller } from '../contract/caller';
import { roleSchema } from '../contract/base-schemas';
import { addStaffBodySchema } from '../contract/staff';
import { z } from 'zod';
import { text } from '../contract/base-schemas';
import { LandfallError } from '../core/errors';
import type { CommandHandlers } from '../store/data-folder/command-socket';
import { addStaff } from './add-staff';
import type { AuthDeps } from './auth-deps';
import {
  changeRole,
  disableStaff,
  enableStaff,
  findStaffIdByEmail,
  listStaff,
  resetPassword,
  signOutEverywhere,
  unlinkCompanyAccount,
} from './staff-operations';

const caller: Caller = { actor: { kind: 'command', name: 'npm run staff' }, address: '', requestId: 'command' };

const password = z.optional(text(1000));
const emailArgs = z.object({ email: text(320) });
const schemas = {
  add: z.object({ ...addStaffBodySchema.shape, password }),
  reset: emailArgs.extend({ password }),
  role: emailArgs.extend({ role: roleSchema }),
};

export function createStaffCommands(deps: AuthDeps): CommandHandlers {
  const changeOf = async (args: unknown) => {
    const { email } = parse(emailArgs, args);
    return { id: await findStaffIdByEmail(deps, email), caller };
  };
  return {
    'staff.list': async () => (await listStaff(deps, null)).staff,
    'staff.add': async (args) => addStaff(deps, { ...parse(schemas.add, args), caller }),
    'staff.reset': async (args) => {
      const { password: given } = parse(schemas.reset, args);
      return resetPassword(deps, { ...(await changeOf(args)), password: given });
    },
    'staff.role': async (args) => {
      const { role } = parse(schemas.role, args);
      await changeRole(deps, { ...(await changeOf(args)), role });
    },
    'staff.disable': async (args) => disableStaff(deps, await changeOf(args)),
    'staff.enable': async (args) => enableStaff(deps, await changeOf(args)),
    'staff.unlink': async (args) => unlinkCompanyAccount(deps, await changeOf(args)),
    'staff.sign-out': async (args) => signOutEverywhere(deps, await changeOf(args)),
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
        : `The ${field} is not valid: ${message}.`,
  });
}
