import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemCaller } from '../contract/caller';
import type { DecideBody, Resolution } from '../contract/decisions';
import { decisions } from '../store/schema/sponsorship';
import { getDecision, listDecisions, type DecisionRow } from '../store/sponsorship/decisions';
import { forEachEngineAtFullSize } from '../store/testing/for-each-engine';
import { claimDecision } from './claim-decision';
import { classifyAnswer, type ClassifiedOutcome } from './classify-outcome';
import { decideSponsorship } from './decide-sponsorship';
import { expireLeases } from './expire-leases';
import { resolveDecision } from './resolve-decision';
import { sendDueDecisions } from './send-due-decisions';
import type { SponsorshipDeps } from './sponsorship-deps';
import { openSponsorship } from './testing/open-sponsorship';
import { staffCaller } from './testing/staff-caller';
import { writeOutcome } from './write-outcome';

const notSent: ClassifiedOutcome = {
  outcome: 'not_sent',
  answerStatus: 429,
  explanation: 'Nothing was sent.',
  retryAfterS: null,
  gone: false,
};
const refused: ClassifiedOutcome = { ...notSent, outcome: 'refused', answerStatus: 422, explanation: 'Not accepted.' };
const [ines, jonas, ada] = [staffCaller('Ines'), staffCaller('Jonas'), staffCaller('Ada', 'admin')];

forEachEngineAtFullSize((_engine, open) => {
  let app: Awaited<ReturnType<typeof openSponsorship>>;
  beforeAll(async () => {
    app = await openSponsorship(await open());
  });
  afterAll(() => app.close());

  const read = (id: string) => getDecision(app.deps.database.db, id);
  const decide = (
    importId: string,
    kind: 'accept' | 'reject',
    body: Partial<DecideBody> = {},
    { caller = ines, holdMs = 60_000, ...deps }: Partial<SponsorshipDeps & { caller: typeof ines }> = {},
  ) =>
    decideSponsorship(
      { ...app.deps, holdMs, ...deps },
      { caller, environment: 'live', importId, kind, body: { reason: '', note: '', overrideBudget: false, ...body } },
    );
  const resolve = (
    importId: string,
    decisionId: string,
    resolution: Resolution,
    { caller = jonas, ...shown }: { caller?: typeof ines; inEffect?: 'accept' | null; lateReply?: boolean } = {},
  ) =>
    resolveDecision(
      { ...app.deps, holdMs: 60_000 },
      { caller, environment: 'live', importId, decisionId, resolution, reason: 'They say it never arrived', ...shown },
    );
  const sendDue = async (id: string) => {
    await app.deps.database.db
      .update(decisions)
      .set({ notBefore: new Date(0) })
      .where(eq(decisions.id, id));
    await sendDueDecisions(app.deps, new AbortController().signal);
  };
  const claim = async (id: string): Promise<DecisionRow> => {
    const claimed = await claimDecision(app.deps, id, systemCaller);
    if (claimed?.state !== 'sending') throw new Error(`${id} was not claimed`);
    return claimed;
  };
  /** An acceptance whose reply arrives after its outcome was recorded as unknown, and after `beforeReply`. */
  const acceptWithLateReply = async (
    importId: string,
    beforeReply: (decisionId: string) => Promise<unknown> = () => Promise.resolve(),
  ) => {
    const timing = { callDeadlineMs: 1000, leaseMs: 0, pickUpMs: 60_000 };
    const checkpoint = async (at: string) => {
      if (at !== 'before_outcome') return;
      await expireLeases(app.deps);
      const [unknown] = await listDecisions(app.deps.database.db, 'live', importId);
      await beforeReply(unknown?.id ?? '');
    };
    return decide(importId, 'accept', {}, { holdMs: 0, timing, checkpoint });
  };
  /** Settled as not carried out before the reply; then `next` is decided. */
  const confirmAfter = (importId: string, next: (acceptance: string) => Promise<unknown>) =>
    acceptWithLateReply(importId, async (id) => {
      await resolve(importId, id, 'settled_not_done');
      await next(id);
    });

  it.each([
    ['the same', 'accept'],
    ['the opposite', 'reject'],
  ] as const)(
    'counts although a person settled it as not carried out, and keeps %s from being sent',
    async (_, kind) => {
      const importId = await app.placeImport();
      let other = '';
      const confirmed = await confirmAfter(importId, async (decisionId) => {
        ({ id: other } = await decide(importId, kind, { decisionId }));
      });
      expect(confirmed).toMatchObject({
        state: 'confirmed',
        resolution: null,
        outcome: expect.stringMatching(
          /^Confirmed by the service .*It had been settled as not carried out\.$/,
        ) as string,
      });
      await sendDue(other);
      expect(await read(other)).toMatchObject({
        state: 'refused',
        outcome: 'Not sent. Sponsorship was already accepted for this import.',
      });
      expect(await app.countSent(importId)).toBe(1);
    },
  );

  it('keeps a decision from being sent again that was not carried out', async () => {
    const importId = await app.placeImport();
    let rejection!: DecisionRow;
    await confirmAfter(importId, async (decisionId) => {
      rejection = await claim((await decide(importId, 'reject', { decisionId })).id);
    });
    expect(await writeOutcome(app.deps, rejection, notSent)).toMatchObject({ state: 'approved' });
    await sendDue(rejection.id);
    expect(await read(rejection.id)).toMatchObject({
      state: 'refused',
      outcome: 'Not sent. Sponsorship was already accepted for this import.',
    });
    expect(await app.countSent(importId)).toBe(1);
  });

  it('lets only an admin send the opposite again, who was shown it', async () => {
    const importId = await app.placeImport();
    let rejection!: DecisionRow;
    await confirmAfter(importId, async (decisionId) => {
      rejection = await claim((await decide(importId, 'reject', { decisionId })).id);
      await writeOutcome(app.deps, rejection, { ...notSent, outcome: 'unknown' });
    });
    const again = (caller: typeof ines, inEffect: 'accept' | null) =>
      resolve(importId, rejection.id, 'send_again', { caller, inEffect });
    await expect(again(jonas, 'accept')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(again(ada, null)).rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringMatching(
        /^Ines’s acceptance was confirmed by the service\. Your page did not show this/,
      ),
    });
    await again(ada, 'accept');
    await sendDue(rejection.id);
    expect(await read(rejection.id)).toMatchObject({ state: 'confirmed', sends: 2 });
    expect(await app.countSent(importId)).toBe(2);
  });

  it('is not overturned from a page that shows only the decision after it', async () => {
    const importId = await app.placeImport();
    let rejection!: DecisionRow;
    await confirmAfter(importId, async (decisionId) => {
      rejection = await claim((await decide(importId, 'reject', { decisionId })).id);
      await writeOutcome(app.deps, rejection, refused);
    });
    const shown = { decisionId: rejection.id, decisionState: 'refused' } as const;
    const overturn = (inEffect: 'accept' | null) =>
      decide(importId, 'reject', { ...shown, inEffect }, { caller: ada, holdMs: 0 });
    await expect(overturn(null)).rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringContaining('Your page did not show this yet, so nothing was sent.'),
    });
    expect(await overturn('accept')).toMatchObject({ state: 'confirmed' });
  });

  it('stops “send again” while that is held back', async () => {
    const importId = await app.placeImport();
    const { id } = await acceptWithLateReply(importId, (decisionId) => resolve(importId, decisionId, 'send_again'));
    expect(await read(id)).toMatchObject({ state: 'approved' });
    await sendDue(id);
    expect(await read(id)).toMatchObject({
      state: 'unknown',
      outcome: expect.stringContaining('Not sent again. A late reply to the earlier send has to be reviewed first.'),
    });
    expect(await app.countSent(importId)).toBe(1);
  });

  it('is shown to the person who settles the decision', async () => {
    const importId = await app.placeImport();
    const { id } = await acceptWithLateReply(importId);
    const settle = (lateReply: boolean) => resolve(importId, id, 'settled_not_done', { lateReply });
    await expect(settle(false)).rejects.toMatchObject({
      code: 'conflict',
      userMessage: expect.stringContaining('A late reply arrived. Your page did not show this yet'),
    });
    expect(await settle(true)).toMatchObject({ state: 'resolved' });
  });

  it('is not followed by “send again”, also from a page that does not show it, or after a reply to another send', async () => {
    const importId = await app.placeImport();
    const { id, state } = await acceptWithLateReply(importId);
    expect(state).toBe('unknown');
    const row = await read(id);
    if (row) await writeOutcome(app.deps, { ...row, claims: 0 }, notSent);
    await expect(resolve(importId, id, 'send_again')).rejects.toMatchObject({
      code: 'conflict',
      userMessage: 'A late reply says that this was carried out, so it is not sent again. Settle it instead.',
    });
    expect(await app.countSent(importId)).toBe(1);
  });

  it('is stored like one in time, and says so in the sandbox', async () => {
    const importId = await app.placeImport();
    const { id } = await decide(importId, 'accept');
    const claimed = await claim(id);
    await app.deps.database.db
      .update(decisions)
      .set({ leaseUntil: new Date(0) })
      .where(eq(decisions.id, id));
    await expireLeases(app.deps);
    await resolve(importId, id, 'settled_not_done');
    const reply = classifyAnswer(202, new Date());
    expect(await writeOutcome(app.deps, { ...claimed, environment: 'sandbox' }, reply)).toMatchObject({
      state: 'confirmed',
      answerStatus: 202,
      outcome: expect.stringContaining('This is the sandbox: nothing was decided.'),
    });
  });
});
