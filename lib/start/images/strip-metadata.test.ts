import { describe, expect, it } from 'vitest';
import { jpegSegment, makeJpeg, makePng, makeWebp, pngChunk, webpCanvas, webpChunk } from '../testing/make-image';
import { checkImage } from './check-image';
import { ImageError } from './image-error';
import { stripMetadata } from './strip-metadata';

const secret = 'GPS 52.5200 N, by Ada';
const note = Buffer.from(secret);
const profile = Buffer.from('ICC_PROFILE\0\x01\x01colours', 'latin1');

function exif(orientation: number, order: 'II' | 'MM' = 'II'): Buffer {
  const content = Buffer.alloc(26);
  const [uint16, uint32] =
    order === 'II'
      ? ([content.writeUInt16LE.bind(content), content.writeUInt32LE.bind(content)] as const)
      : ([content.writeUInt16BE.bind(content), content.writeUInt32BE.bind(content)] as const);
  content.write(order, 'latin1');
  uint16(42, 2);
  uint32(8, 4);
  uint16(1, 8);
  uint16(0x0112, 10);
  uint16(3, 12);
  uint32(1, 14);
  uint16(orientation, 18);
  return Buffer.concat([content, note]);
}
const withSegments = (...segments: Buffer[]) => {
  const file = makeJpeg(240, 64);
  return Buffer.concat([file.subarray(0, 2), ...segments, file.subarray(2)]);
};
const exifSegment = (content: Buffer) => jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), content]));

const files = {
  png: (orientation: number) =>
    makePng(240, 64, {
      chunks: [
        ...['tEXt', 'iTXt', 'zTXt', 'caBX'].map((name) => pngChunk(name, note)),
        pngChunk('iCCP', profile),
        pngChunk('eXIf', exif(orientation)),
      ],
    }),
  jpeg: (orientation: number) =>
    withSegments(
      ...[exifSegment(exif(orientation, 'MM')), jpegSegment(0xe2, profile), jpegSegment(0xe2, note)],
      ...[jpegSegment(0xe1, note), jpegSegment(0xed, note), jpegSegment(0xef, note), jpegSegment(0xfe, note)],
    ),
  webp: (orientation: number) =>
    makeWebp(240, 64, [
      webpCanvas(240, 64, 0x20 | 0x08 | 0x04),
      webpChunk('ICCP', profile),
      webpChunk('EXIF', exif(orientation)),
      webpChunk('XMP ', note),
      webpChunk('NOTE', note),
    ]),
};

describe.each(['png', 'jpeg', 'webp'] as const)('stripMetadata of a %s', (type) => {
  it('removes places, names and comments, keeps the colours, and leaves a whole image', async () => {
    const file = files[type](1);
    await checkImage(file, 'logo');
    expect(file.toString('latin1')).toContain(secret);
    const stripped = stripMetadata(file, type);
    expect(stripped.toString('latin1')).not.toContain(secret);
    expect(stripped.toString('latin1')).not.toMatch(/exif/i);
    expect(stripped.includes(profile)).toBe(true);
    expect(await checkImage(stripped, 'logo')).toEqual({ type, width: 240, height: 64 });
    expect(stripMetadata(stripped, type)).toEqual(stripped);
  });

  it('refuses an image that would lie on its side without them', () => {
    for (const orientation of [2, 3, 6, 8])
      expect(() => stripMetadata(files[type](orientation), type)).toThrow(ImageError);
    expect(() => stripMetadata(files[type](0), type)).not.toThrow();
  });
});

it('leaves an image without metadata as it is', () => {
  for (const [file, type] of [
    [makePng(240, 64), 'png'],
    [makeJpeg(240, 64), 'jpeg'],
    [makeWebp(240, 64), 'webp'],
  ] as const)
    expect(stripMetadata(file, type)).toEqual(file);
});

it('clears the flags of metadata in an extended WebP, and no others', () => {
  const stripped = stripMetadata(files.webp(1), 'webp');
  expect(stripped[20]).toBe(0x20);
  expect(stripped.readUInt32LE(4)).toBe(stripped.length - 8);
});

it('reads damaged metadata as none', () => {
  for (const length of [0, 1, 7, 9, 15]) {
    const file = withSegments(exifSegment(exif(6).subarray(0, length)));
    expect(stripMetadata(file, 'jpeg')).toEqual(makeJpeg(240, 64));
  }
});
