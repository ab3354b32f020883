import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { ObservationInput } from '../../imports/observations/observation-input';
import { forEachEngineAtFullSize } from '../../store/testing/for-each-engine';
import { decryptContent } from '../message-content';
import { openCustomerOutbox } from '../testing/open-customer-outbox';

forEachEngineAtFullSize((_engine, open) => {
  let outbox: ReturnType<typeof openCustomerOutbox>;
  beforeAll(async () => {
    outbox = openCustomerOutbox(await open());
  });

  const read = (count: number): Partial<ObservationInput> => ({
    source: 'watcher',
    facts: { warnings: [{ text: 'A warning', kind: null, item: null }], records: [{ type: 'Tickets', count }] },
  });
  async function openWithSample(): Promise<string> {
    const id = `details:${randomUUID().slice(0, 8)}`;
    await outbox.create(id);
    await outbox.reportAndExpand(id, 'Sample migration completed', read(4321));
    await outbox.send();
    return id;
  }
  async function textOf(importId: string, event: string): Promise<string> {
    const row = (await outbox.messages(importId)).find((message) => message.event === event);
    const content = row?.contentEncrypted && decryptContent(outbox.deps, row.contentEncrypted);
    return content?.kind === 'email' ? content.text : '';
  }

  it('are in the message when they were reported in this status', async () => {
    const id = await openWithSample();
    expect(await textOf(id, 'sample_ready')).toContain('4,321');
    await outbox.report(id, 'Migration completed');
    await outbox.report(id, 'Migration completed', read(8765));
    await outbox.expand();
    expect(await textOf(id, 'completed')).toContain('8,765');
    expect(await textOf(id, 'completed')).toContain('One item needs attention');
  });

  it('are in the message when they were reported with another spelling of this status', async () => {
    const id = await openWithSample();
    await outbox.report(id, 'Migration completed', read(8765));
    await outbox.report(id, 'MIGRATION_COMPLETED');
    await outbox.expand();
    expect(await textOf(id, 'completed')).toContain('8,765');
  });

  it('are in the message when they equal those of an earlier status', async () => {
    const id = await openWithSample();
    await outbox.report(id, 'Migration completed');
    await outbox.report(id, 'Migration completed', read(4321));
    await outbox.expand();
    expect(await textOf(id, 'completed')).toContain('4,321');
  });

  it('are in the message when the migration was archived since', async () => {
    const id = await openWithSample();
    await outbox.report(id, 'Migration completed', read(8765));
    await outbox.report(id, 'Migration completed');
    await outbox.report(id, null, { source: 'watcher', gone: true });
    await outbox.expand();
    expect(await textOf(id, 'completed')).toContain('8,765');
    expect(await textOf(id, 'completed')).not.toContain('4,321');
  });

  it('are left out when only an earlier status reported them', async () => {
    const id = await openWithSample();
    await outbox.reportAndExpand(id, 'Migration completed');
    expect(await textOf(id, 'completed')).toContain('/m/');
    expect(await textOf(id, 'completed')).not.toContain('4,321');
    expect(await textOf(id, 'completed')).not.toContain('needs attention');
  });

  it('are left out when only an earlier time in the same status reported them', async () => {
    const id = await openWithSample();
    await outbox.reportAndExpand(id, 'Migration cleaned');
    await outbox.send();
    await outbox.reportAndExpand(id, 'Sample migration in progress');
    await outbox.reportAndExpand(id, 'Sample migration completed');
    const second = (await outbox.messages(id)).filter(({ event }) => event === 'sample_ready').at(-1);
    const content = second?.contentEncrypted && decryptContent(outbox.deps, second.contentEncrypted);
    expect(second?.state).toBe('pending');
    expect(content?.kind === 'email' && content.text).not.toContain('4,321');
  });
});
