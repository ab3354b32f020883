import { LandfallError } from '../core/errors';
import { longestPassword, shortestPassword } from './hash-password';

/** Length is what counts; rules about kinds of characters make passwords worse. */
export function checkPassword(password: string): void {
  const problem =
    password.length < shortestPassword
      ? `Must be at least ${shortestPassword} characters long`
      : password.length > longestPassword
        ? `Must be at most ${longestPassword} characters long`
        : undefined;
  if (problem === undefined) return;
  throw new LandfallError('invalid', {
    person: `The password ${problem.toLowerCase()}.`,
    errors: [{ field: 'password', message: problem }],
  });
}
