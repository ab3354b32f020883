import type { Db } from '../../store/database/database';
import { releaseKeys } from '../../store/outbox/customer-imports';
import { saveRendered } from '../../store/outbox/messages';
import type { ClaimedMail } from '../../store/outbox/send-queue';
import { findObstacles, type CheckResult } from '../customers/find-obstacles';
import { readMailSettings } from '../customers/mail-settings';
import { describeSituation, renderMessages } from '../customers/render-messages';
import { obstacleReasons } from '../obstacle-reasons';
import type { DeliveryDeps } from './delivery-deps';

/** `skip` is why it must not be sent. */
export type PreparedMail = ClaimedMail & { skip: string | undefined };

/** A message to a customer may have waited while their import changed: if it is still true, it says what is true now. */
export async function prepareMails(
  deps: DeliveryDeps,
  tx: Db,
  claimed: readonly ClaimedMail[],
): Promise<PreparedMail[]> {
  const { obstacles, sendable } = await findObstacles(deps, tx, claimed);
  await releaseKeys(
    tx,
    [...obstacles].flatMap(([id, obstacle]) => (obstacle === 'untrue' ? [id] : [])),
  );
  const now = deps.clock.now();
  const outdated = sendable.flatMap((one) => {
    const { id, recipient: email } = one.message;
    const { subject, language } = one;
    const found = subject.messages.find((other) => other.id === id)?.found;
    return found && isOutdated(one, now) ? [{ id, subject, event: found.event, email, language }] : [];
  });
  const rendered =
    outdated.length === 0 ? [] : [...(await renderMessages(deps, tx, outdated, await readMailSettings(tx)))];
  const renewed = rendered.map(([{ id, language }, message]) => ({ id, language, ...message }));
  await saveRendered(tx, renewed);
  const news = new Map(renewed.map((message) => [message.id, message]));
  return claimed.map((message) => {
    const obstacle = obstacles.get(message.id);
    return { ...message, ...news.get(message.id), skip: obstacle && obstacleReasons[obstacle] };
  });
}

/** Nearly every message is sent earlier. Texts also depend on the note, the branding and what was copied. */
const keepTextMs = 60_000;

/** Only messages that were rendered by us have a situation. */
function isOutdated(
  { message, subject, language, hasDeadLink }: CheckResult<ClaimedMail>['sendable'][number],
  now: Date,
): boolean {
  if (message.situation === null) return false;
  return (
    hasDeadLink ||
    message.situation !== describeSituation(subject) ||
    message.language !== language ||
    now.getTime() - message.createdAt.getTime() > keepTextMs
  );
}
