import type { Language } from '../../contract/languages';
import { checkMigrationLink } from '../../start/open-migration-link';
import { recordChange } from '../../store/events/changes';
import { saveContact } from '../../store/outbox/contacts';
import type { OutboxDeps } from '../outbox-deps';
import { readConfirmToken } from './contact-links';
import { lockContactLink } from './lock-contact-link';
import { readContactFacts } from './read-contact-facts';
import { resolveAddress, resolveLanguage } from './resolve-contact';

/** A customer chose a language on a page whose link is theirs: e-mails about this migration follow. */
export async function storeChosenLanguage(
  deps: OutboxDeps,
  choice: { path: string; language: Language },
): Promise<void> {
  const opened = await findImportId(deps, choice.path);
  if (opened === undefined) return;
  await deps.database.transaction(async (tx) => {
    const link = await lockContactLink(deps, tx, { importId: opened, email: null });
    if (!link) return;
    const { importId } = link;
    const facts = await readContactFacts(tx, importId);
    if (!facts) return;
    const { row } = facts;
    if (resolveLanguage(facts) === choice.language) return;
    const source = resolveAddress(facts)?.source ?? 'username';
    // The address from the start gets its row, and is asked for confirmation, when its event is processed.
    if (row === undefined && source !== 'username') return;
    const kept = row ?? { environment: 'live', importId, email: null, source, by: 'customer', at: deps.clock.now() };
    await saveContact(tx, { ...kept, language: choice.language });
    await recordChange(tx, { kind: 'import', environment: 'live', subject: importId });
  });
}

async function findImportId(deps: OutboxDeps, path: string): Promise<string | undefined> {
  const [, page, token = ''] = path.split('/');
  if (page !== 'm' && page !== 'confirm') return undefined;
  const opened = page === 'm' ? await checkMigrationLink(deps, token) : readConfirmToken(deps, token);
  return opened.ok ? opened.link.importId : undefined;
}
