import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeJpeg, makeLosslessWebp, makePng, makeWebp, pngChunk, webpCanvas } from '../testing/make-image';
import { checkImage } from './check-image';
import { ImageError } from './image-error';

const files = {
  png: makePng(240, 64),
  jpeg: makeJpeg(240, 64),
  webp: makeWebp(240, 64),
};
const html = Buffer.from('<script>alert(document.domain)</script>');
const messageOf = (file: Buffer, kind: 'logo' | 'favicon' = 'logo') =>
  checkImage(file, kind).then(
    () => 'accepted',
    (error: unknown) => (error instanceof ImageError ? error.message : `crashed: ${String(error)}`),
  );
const damaged = /^This file is damaged or incomplete/;
const more = /^This file contains more than an image/;

describe.each(Object.entries(files))('a %s', (type, file) => {
  it('is accepted with its size, whatever its name says', async () => {
    expect(await checkImage(file, 'logo')).toEqual({ type, width: 240, height: 64 });
  });

  it('is refused with anything after its end', async () => {
    for (const tail of [html, Buffer.from([0]), file, Buffer.from('PK\x03\x04')]) {
      expect(await messageOf(Buffer.concat([file, tail]))).toMatch(more);
    }
  });

  it('is refused wherever it is cut off', async () => {
    for (let length = 12; length < file.length; length += 1) {
      expect(`${length} ${await messageOf(file.subarray(0, length))}`).toMatch(/^\d+ This file is damaged/);
    }
  });

  it('is accepted or refused with a reason, whatever bytes change', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
        const changed = Buffer.from(file);
        changed[at] = byte;
        expect(await messageOf(changed)).not.toContain('crashed');
      }),
      { numRuns: 500 },
    );
  });
});

describe('a PNG', () => {
  it('needs the right checksum of every chunk', async () => {
    const changed = Buffer.from(files.png);
    const at = files.png.indexOf('IDAT') + 6;
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(await messageOf(changed)).toMatch(damaged);
  });

  it('needs exactly the pixels that its header promises', async () => {
    expect(await messageOf(makePng(240, 64, { pixels: Buffer.alloc(100) }))).toMatch(damaged);
    expect(await messageOf(makePng(240, 64, { pixels: Buffer.alloc(5_000_000) }))).toMatch(damaged);
  });

  it('may be interlaced', async () => {
    // Sum of the seven passes of 20 by 20 pixels.
    const passes = [
      [3, 3],
      [2, 3],
      [5, 2],
      [5, 5],
      [10, 5],
      [10, 10],
      [20, 10],
    ];
    const pixels = Buffer.alloc(passes.reduce((sum, [w = 0, h = 0]) => sum + h * (1 + w * 3), 0));
    expect(await messageOf(makePng(20, 20, { interlaced: true, pixels }))).toBe('accepted');
  });

  it('must not be animated, and must begin with its header', async () => {
    expect(await messageOf(makePng(32, 32, { chunks: [pngChunk('acTL', Buffer.alloc(8))] }))).toMatch(/^Animated/);
    const second = makePng(32, 32).subarray(8, 33);
    expect(await messageOf(makePng(32, 32, { chunks: [second] }))).toMatch(damaged);
  });
});

it('reads progressive JPEG, lossless and extended WebP', async () => {
  const accepted = { width: 300, height: 20 };
  expect(await checkImage(makeJpeg(300, 20, 0xc2), 'logo')).toEqual({ type: 'jpeg', ...accepted });
  expect(await checkImage(makeLosslessWebp(300, 20), 'logo')).toEqual({ type: 'webp', ...accepted });
  expect(await checkImage(makeWebp(300, 20, [webpCanvas(300, 20)]), 'logo')).toEqual({ type: 'webp', ...accepted });
});

it('refuses JPEG that browsers do not show, and WebP that is animated or has two sizes', async () => {
  expect(await messageOf(makeJpeg(300, 20, 0xc3))).toMatch(damaged);
  expect(await messageOf(makeWebp(300, 20, [webpCanvas(300, 20, 2)]))).toMatch(/^Animated/);
  expect(await messageOf(makeWebp(300, 20, [webpCanvas(400, 20)]))).toMatch(damaged);
});

it.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['GIF', 'GIF89a\x01\0\x01\0'],
  ['WAVE', 'RIFF\x24\x01\0\0WAVE'],
  ['nothing', ''],
])('refuses %s', async (_name, text) => {
  expect(await messageOf(Buffer.from(text, 'latin1'))).toBe('Must be a PNG, JPEG or WebP image');
});

it('says which limit an image exceeds', async () => {
  expect(await messageOf(makeJpeg(2001, 10))).toBe('Must be at most 2000 by 2000 pixels; this one has 2001 by 10');
  expect(await messageOf(makePng(200, 8))).toBe('Must be at least 16 by 16 pixels; this one has 200 by 8');
  expect(await messageOf(Buffer.concat([files.png, Buffer.alloc(100_000)]))).toBe(
    'Must be at most 100 kB; this one has 101 kB',
  );
});

it('accepts only a square PNG as favicon', async () => {
  expect(await messageOf(makePng(32, 32), 'favicon')).toBe('accepted');
  expect(await messageOf(makePng(32, 16), 'favicon')).toBe('Must be square; this one has 32 by 16 pixels');
  expect(await messageOf(makeJpeg(32, 32), 'favicon')).toBe('Must be a PNG image');
  expect(await messageOf(makePng(600, 600), 'favicon')).toMatch(/^Must be at most 512 by 512/);
});
