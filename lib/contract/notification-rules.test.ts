import { describe, expect, it } from 'vitest';
import { splitAddresses } from './notification-rule-problems';
import { createRuleBodySchema, saveChoiceBodySchema } from './notification-rules';

const email = {
  name: 'Support',
  events: ['request_waiting'],
  environment: 'all',
  channel: 'email',
  addresses: ['support@company.example'],
  url: null,
  schedule: 'now',
  time: null,
  zone: null,
  enabled: true,
};
const webhook = { ...email, channel: 'webhook', addresses: [], url: 'https://hooks.company.example/x?key=1' };

const problemsOf = (schema: typeof createRuleBodySchema | typeof saveChoiceBodySchema, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('a rule', () => {
  it.each([
    email,
    webhook,
    { ...webhook, channel: 'slack' },
    { ...webhook, url: 'http://127.0.0.1:4999/hook' },
    { ...webhook, url: 'http://[::1]:4999/hook' },
    { ...email, schedule: 'daily', time: '23:59', zone: 'Europe/Berlin' },
    { ...email, addresses: Array.from({ length: 20 }, (_, n) => `a${n}+x@mail.company.example`) },
  ])('is accepted: %j', (rule) => expect(problemsOf(createRuleBodySchema, rule)).toEqual([]));

  const notAnAddress = (given: string) => `addresses: Not an e-mail address: ${given}`;
  const notSecure = 'url: Must start with https:// unless it is on this machine';
  it.each([
    [{ ...email, name: ' ' }, 'name: Enter a name'],
    [{ ...email, name: 'x'.repeat(101) }, 'name: At most 100 characters'],
    [{ ...email, name: 'a\r\nBcc: b' }, 'name: Must be a single line'],
    [{ ...email, events: [] }, 'events: Choose at least one event'],
    [{ ...email, addresses: [] }, 'addresses: Enter an e-mail address'],
    [{ ...email, addresses: Array(21).fill('a@b.example') }, 'addresses: At most 20 addresses'],
    [{ ...email, addresses: ['a@b.example, c@d.example'] }, notAnAddress('a@b.example, c@d.example')],
    [{ ...email, addresses: ['a@b.example;c@d.example'] }, notAnAddress('a@b.example;c@d.example')],
    [{ ...email, addresses: ['a@b.example\r\nBcc: c@d.example'] }, notAnAddress('a@b.example Bcc: c@d.example')],
    [{ ...email, addresses: ['a@b.example\n'] }, notAnAddress('a@b.example ')],
    [{ ...email, addresses: ['Ada <a@b.example>'] }, notAnAddress('Ada <a@b.example>')],
    [{ ...email, addresses: ['"a b"@b.example'] }, notAnAddress('"a b"@b.example')],
    [{ ...email, addresses: ['a@b@c.example'] }, notAnAddress('a@b@c.example')],
    [{ ...webhook, url: '' }, 'url: Enter the address'],
    [{ ...webhook, url: 'not an address' }, 'url: Enter a full address, such as https://chat.company.example/hooks/1'],
    [{ ...webhook, url: 'http://hooks.company.example/' }, notSecure],
    [{ ...webhook, url: 'http://127.0.0.1.evil.example/' }, notSecure],
    [{ ...webhook, url: 'file:///etc/passwd' }, notSecure],
    [{ ...webhook, url: 'https://u:p@hooks.example/' }, 'url: Must not contain a username or password'],
    [{ ...email, schedule: 'daily', time: '24:00', zone: 'UTC' }, 'time: Enter a time such as 09:00'],
    [{ ...email, schedule: 'daily', time: null, zone: 'UTC' }, 'time: Enter a time such as 09:00'],
    [{ ...email, schedule: 'daily', time: '09:00', zone: 'Mars/Olympus' }, 'zone: Choose a time zone'],
    [{ ...email, schedule: 'daily', time: '09:00', zone: '+02:00' }, 'zone: Choose a time zone'],
  ])('is refused: %j', (rule, problem) => expect(problemsOf(createRuleBodySchema, rule)).toEqual([problem]));
});

it('a personal choice needs an event only while it is on', () => {
  const choice = { events: [], environment: 'live', schedule: 'hourly', time: null, zone: null, enabled: false };
  expect(problemsOf(saveChoiceBodySchema, choice)).toEqual([]);
  expect(problemsOf(saveChoiceBodySchema, { ...choice, enabled: true })).toEqual(['events: Choose at least one event']);
});

it('addresses are entered one per line or separated by commas', () => {
  expect(splitAddresses(' a@b.example,\n\nc@d.example; e@f.example ')).toEqual([
    'a@b.example',
    'c@d.example',
    'e@f.example',
  ]);
});
