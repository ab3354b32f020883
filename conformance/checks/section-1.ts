import { type Check, expectStatus } from '../create-check-context';
import { readImport, readStatus } from '../read-response';
import { expect } from '../expect';
import { authorizeBoth, createImport, importPath } from './steps';

export const section1: Check[] = [
  {
    sentence: 'The service is an HTTP API, current version 2.1, exchanging JSON in requests and responses.',
    needs: ['reads'],
    async run({ live }) {
      const response = await live.request('/tools');
      expectStatus(response, 200);
      expect(
        /\bjson\b/i.test(response.contentType),
        `${response.requestLine} has the content type "${response.contentType}"`,
      );
      expect(response.json !== undefined, `${response.requestLine} is not JSON: ${response.text.slice(0, 120)}`);
    },
  },
  {
    sentence: 'Every import created through version 2 and later starts with a sample migration.',
    needs: ['reads', 'creates', 'control'],
    async run(context) {
      const control = context.requireControl();
      const id = await createImport(context);
      await authorizeBoth(control, id);
      await control.performAction(id, 'start-sample');
      const response = await context.live.request(importPath(id));
      const text = readStatus(readImport(response.json) ?? {}) ?? '';
      expect(/^sample/i.test(text), `after the customer authorized and started, the status is "${text}"`);
    },
  },
  {
    sentence: 'A full migration follows only after the customer asks for it.',
    needs: ['control'],
    async run(context) {
      const control = context.requireControl();
      const id = await control.placeImport({ status: 'Sample migration completed' });
      expect(
        !(await control.performAction(id, 'start-full')),
        'the customer could start the full migration without a request or payment',
      );
      expect(await control.performAction(id, 'request-full'), 'the customer could not request the full migration');
    },
  },
  {
    sentence: "After acceptance the customer can start the full migration from the service's own user interface.",
    needs: ['creates', 'control'],
    async run(context) {
      const control = context.requireControl();
      const id = await control.placeImport({ status: 'Sample migration completed', requested: true });
      expectStatus(await context.live.post(`${importPath(id)}/payment/accept`), 200);
      expect(
        await control.performAction(id, 'start-full'),
        'after acceptance the customer could not start the full migration',
      );
    },
  },
  {
    sentence: 'After rejection the customer can purchase the full migration from the service directly.',
    needs: ['creates', 'control'],
    async run(context) {
      const control = context.requireControl();
      const id = await control.placeImport({ status: 'Sample migration completed', requested: true });
      expectStatus(await context.live.post(`${importPath(id)}/payment/reject`), 200);
      expect(
        !(await control.performAction(id, 'start-full')),
        'after rejection the customer could start without paying',
      );
      expect(
        await control.performAction(id, 'buy-full'),
        'after rejection the customer could not buy the full migration',
      );
    },
  },
];
