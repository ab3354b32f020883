import { silentLog } from '../../core/log';
import type { CreationParts } from '../../imports/creation/creation-parts';
import type { SponsorshipParts } from '../sponsorship-parts';

/** Creating, with what sponsorship was opened with. */
export function creationOf(
  { database, audit, clock }: Pick<SponsorshipParts, 'database' | 'audit' | 'clock'>,
  client: CreationParts['client'],
  more: Pick<CreationParts, 'observer' | 'sealer'> & { serviceUrl: string },
): CreationParts {
  const { observer, sealer, serviceUrl } = more;
  const redirect = { hosts: [new URL(serviceUrl).host], serviceUrl };
  return { database, client, observer, audit, sealer, clock, log: silentLog, redirect };
}
