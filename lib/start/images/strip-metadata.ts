import type { ImageType } from '../../contract/brand-rules';
import { ImageError } from './image-error';
import { endOfImage, findNextMarker, startOfScan } from './read-jpeg';
import { pngSignature } from './read-png';

/**
 * Images are public: places, names and comments in them must not be. Keeps only what the pixels and their colours need.
 * The file must have passed `checkImage`.
 */
export function stripMetadata(file: Buffer, type: ImageType): Buffer {
  return { png: stripPng, jpeg: stripJpeg, webp: stripWebp }[type](file);
}

const pngChunks = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'sBIT',
  'bKGD',
  'pHYs',
];

function stripPng(file: Buffer): Buffer {
  const kept: Buffer[] = [pngSignature];
  for (let at = pngSignature.length; at < file.length;) {
    const end = at + 12 + file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    if (name === 'eXIf') requireUpright(file.subarray(at + 8, end - 4));
    if (pngChunks.includes(name)) kept.push(file.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

function stripJpeg(file: Buffer): Buffer {
  const kept: Buffer[] = [file.subarray(0, 2)];
  for (let at = 2; ;) {
    while (file[at + 1] === 0xff) at += 1;
    const marker = file[at + 1] ?? endOfImage;
    if (marker === endOfImage) return Buffer.concat([...kept, file.subarray(at)]);
    const end = at + 2 + file.readUInt16BE(at + 2);
    const next = marker === startOfScan ? findNextMarker(file, end) : end;
    const content = file.subarray(at + 4, end);
    if (marker === 0xe1 && startsWith(content, 'Exif\0')) requireUpright(content.subarray(6));
    if (isNeededSegment(marker, content)) kept.push(file.subarray(at, next));
    at = next;
  }
}

/** Only application segments about colours are needed. The first has more than 14 bytes if it holds a small copy. */
function isNeededSegment(marker: number, content: Buffer): boolean {
  if (marker === 0xe0) return startsWith(content, 'JFIF\0') && content.length === 14;
  if (marker === 0xe2) return startsWith(content, 'ICC_PROFILE\0');
  if (marker === 0xee) return startsWith(content, 'Adobe') && content.length === 12;
  const isComment = marker === 0xfe;
  return !isComment && (marker < 0xe0 || marker > 0xef);
}

const webpChunks = ['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L'];
const metadataFlags = 0x08 | 0x04;

function stripWebp(file: Buffer): Buffer {
  const kept: Buffer[] = [Buffer.from(file.subarray(0, 12))];
  for (let at = 12; at < file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const next = at + 8 + length + (length % 2);
    const chunk = Buffer.from(file.subarray(at, next));
    if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~metadataFlags, 8);
    if (name === 'EXIF') {
      const exif = chunk.subarray(8, 8 + length);
      requireUpright(startsWith(exif, 'Exif\0') ? exif.subarray(6) : exif);
    }
    if (webpChunks.includes(name)) kept.push(chunk);
    at = next;
  }
  const stripped = Buffer.concat(kept);
  stripped.writeUInt32LE(stripped.length - 8, 4);
  return stripped;
}

/** Without its metadata, an image that is to be turned would lie on its side. */
function requireUpright(exif: Buffer): void {
  const orientation = readOrientation(exif);
  if (orientation < 2 || orientation > 8) return;
  throw new ImageError(
    'This image is stored rotated or mirrored. Open it in an image editor, export it again and choose the new file.',
  );
}

/** 1 is upright, also where the metadata does not say or is damaged. */
function readOrientation(exif: Buffer): number {
  const order = exif.toString('latin1', 0, 2);
  if (exif.length < 8 || (order !== 'II' && order !== 'MM')) return 1;
  const uint16 = (at: number) => {
    if (at + 2 > exif.length) return 0;
    return order === 'II' ? exif.readUInt16LE(at) : exif.readUInt16BE(at);
  };
  const directory = order === 'II' ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  for (let nr = 0; nr < uint16(directory); nr += 1) {
    const entry = directory + 2 + nr * 12;
    if (uint16(entry) === 0x0112) return uint16(entry + 8);
  }
  return 1;
}

function startsWith(content: Buffer, text: string): boolean {
  return content.toString('latin1', 0, text.length) === text;
}
