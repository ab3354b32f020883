import { LandfallError } from '../core/errors';
import { maxPasswordLength, minPasswordLength } from './hash-password';

/** Length is what counts; rules about kinds of characters make passwords worse. */
export function checkPassword(password: string): void {
  const problem =
    password.length < minPasswordLength
      ? `Must be at least ${minPasswordLength} characters long`
      : password.length > maxPasswordLength
        ? `Must be at most ${maxPasswordLength} characters long`
        : undefined;
  if (problem === undefined) return;
  throw new LandfallError('invalid', {
    userMessage: `The password ${problem.toLowerCase()}.`,
    errors: [{ field: 'password', message: problem }],
  });
}
