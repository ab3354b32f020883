import { silentLog } from '../../core/log';
import type { CreationDeps } from '../../imports/creation/creation-deps';
import type { SponsorshipDeps } from '../sponsorship-deps';

export function toCreationDeps(
  { database, clock }: Pick<SponsorshipDeps, 'database' | 'clock'>,
  client: CreationDeps['client'],
  more: Pick<CreationDeps, 'observer' | 'cipher'> & { serviceUrl: string },
): CreationDeps {
  const { observer, cipher, serviceUrl } = more;
  const redirect = { hosts: [new URL(serviceUrl).host], serviceUrl };
  return { database, client, observer, cipher, clock, log: silentLog, redirect };
}
