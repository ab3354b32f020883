import type { Check } from '../check';
import { createdId, expectStatus } from '../create-bench';
import { readImport, readStatus } from '../read-answer';
import { expect } from '../verdict';
import { authorizeBoth } from './steps';

export const section1: Check[] = [
  {
    section: 1,
    sentence: 'The service is an HTTP API, current version 2.1, exchanging JSON in requests and responses.',
    needs: ['reads'],
    async run({ live }) {
      const answer = await live.ask('/tools');
      expectStatus(answer, 200);
      expect(/\bjson\b/i.test(answer.contentType), `${answer.asked} calls itself "${answer.contentType}"`);
      expect(answer.json !== undefined, `${answer.asked} is not JSON: ${answer.text.slice(0, 120)}`);
    },
  },
  {
    section: 1,
    sentence: 'Every import created through version 2 and later starts with a sample migration.',
    needs: ['reads', 'creates', 'control'],
    async run(bench) {
      const hands = bench.needHands();
      const { name } = await bench.tools();
      const created = await bench.live.ask('/imports', { method: 'POST', body: { source_tool: name } });
      const id = createdId(created);
      await authorizeBoth(hands, id);
      await hands.act(id, 'start-sample');
      const shown = await bench.live.ask(`/imports/${encodeURIComponent(id)}`);
      const text = readStatus(readImport(shown.json) ?? {}) ?? '';
      expect(/^sample/i.test(text), `after the customer authorized and started, the status is "${text}"`);
    },
  },
  {
    section: 1,
    sentence: 'A full migration follows only after the customer asks for it.',
    needs: ['control'],
    async run(bench) {
      const hands = bench.needHands();
      const id = await hands.place({ status: 'Sample migration completed' });
      expect(
        !(await hands.act(id, 'start-full')),
        'the customer could start the full migration without asking or paying',
      );
      expect(await hands.act(id, 'ask-for-full'), 'the customer could not ask for the full migration');
    },
  },
  {
    section: 1,
    sentence: "After acceptance the customer can start the full migration from the service's own user interface.",
    needs: ['creates', 'control'],
    async run(bench) {
      const hands = bench.needHands();
      const id = await hands.place({ status: 'Sample migration completed', asked: true });
      const path = `/imports/${encodeURIComponent(id)}/payment/accept`;
      expectStatus(await bench.live.ask(path, { method: 'POST' }), 200);
      expect(await hands.act(id, 'start-full'), 'after acceptance the customer could not start the full migration');
    },
  },
  {
    section: 1,
    sentence: 'After rejection the customer can purchase the full migration from the service directly.',
    needs: ['creates', 'control'],
    async run(bench) {
      const hands = bench.needHands();
      const id = await hands.place({ status: 'Sample migration completed', asked: true });
      const path = `/imports/${encodeURIComponent(id)}/payment/reject`;
      expectStatus(await bench.live.ask(path, { method: 'POST' }), 200);
      expect(!(await hands.act(id, 'start-full')), 'after rejection the customer could start without paying');
      expect(await hands.act(id, 'buy-full'), 'after rejection the customer could not buy the full migration');
    },
  },
];
