import { expect, test } from 'vitest';
import { collectSecrets } from './read-keys';
import { parseSettings } from './settings';

test('masks headers for the OpenTelemetry collector that are credentials, and no short words', () => {
  const settings = parseSettings({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example',
    OTEL_EXPORTER_OTLP_HEADERS:
      'x-scope-orgid=landfall,api-key=short,Authorization=Basic%20abc,x-honeycomb-team=0123456789abcdef',
  });
  const secrets = collectSecrets(settings, { nextAuthSecret: 'n', landfallKeys: [] });
  expect(secrets).not.toContain('landfall');
  expect(secrets).toEqual(expect.arrayContaining(['short', 'Basic abc', '0123456789abcdef']));
});
