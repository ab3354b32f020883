import { expect, it } from 'vitest';
import { brandingSchema, defaultBranding } from './branding';

const accepts = (type: string, bytes: Buffer) =>
  brandingSchema.safeParse({ ...defaultBranding, logo: `data:image/${type};base64,${bytes.toString('base64')}` })
    .success;
const text = (start: string) => Buffer.from(`${start} and the rest of the file`, 'latin1');
const files = {
  png: text('\x89PNG\r\n\x1a\n'),
  jpeg: text('\xff\xd8\xff\xe0'),
  webp: text('RIFF\x24\x01\x00\x00WEBPVP8 '),
};

it.each(Object.entries(files))('accepts a logo declared as %s only with the content of one', (type, file) => {
  expect(accepts(type, file)).toBe(true);
  for (const other of Object.keys(files)) expect(accepts(other, file)).toBe(other === type);
  for (const wrong of ['<svg onload="alert(1)">', 'GIF89a', 'RIFF\x24\x01\x00\x00WAVE']) {
    expect(accepts(type, text(wrong))).toBe(false);
  }
});

it('accepts no other types', () => {
  expect(accepts('svg+xml', files.png)).toBe(false);
});
