import { type Environment, environmentHeader, environmentSchema } from '../contract/environment';
import { LandfallError } from '../core/errors';

/** Live by default. Contradictory values are rejected, so that no one changes live by mistake. */
export function readEnvironment(request: Request): Environment {
  const given = [request.headers.get(environmentHeader), ...new URL(request.url).searchParams.getAll('env')].filter(
    (value) => value !== null && value !== '',
  );
  const [first = 'live', ...others] = given;
  const parsed = environmentSchema.safeParse(first);
  if (!parsed.success || others.some((other) => other !== first)) {
    throw new LandfallError('invalid', { errors: [{ field: 'env', message: 'Must be live or sandbox' }] });
  }
  return parsed.data;
}
