import { crc32, deflateSync } from 'node:zlib';

const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

export function pngChunk(name: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  return Buffer.concat([uint32(content.length), named, uint32(crc32(named))]);
}

/** An image of one colour. `chunks` come before its pixels. */
export function makePng(
  width: number,
  height: number,
  {
    colour = [29, 106, 80],
    chunks = [],
    interlaced = false,
    pixels,
  }: { colour?: readonly [number, number, number]; chunks?: Buffer[]; interlaced?: boolean; pixels?: Buffer } = {},
): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, interlaced ? 1 : 0])]);
  const row = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(colour))]);
  const data = pixels ?? Buffer.concat(Array.from({ length: height }, () => row));
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    ...chunks,
    pngChunk('IDAT', deflateSync(data)),
    pngChunk('IEND'),
  ]);
}

/** The structure of a JPEG. Its scan is not an image. */
export function makeJpeg(width: number, height: number, frame = 0xc0): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    jpegSegment(frame, Buffer.concat([Buffer.from([8]), size, Buffer.from([1, 1, 0x11, 0])])),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    // A stuffed byte and a restart marker.
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ]);
}

export function makeWebp(width: number, height: number, more: Buffer[] = []): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  const frame = Buffer.concat([Buffer.from([0x10, 0, 0, 0x9d, 0x01, 0x2a]), size, Buffer.from([1, 2, 3, 4])]);
  return riff([...more, webpChunk('VP8 ', frame)]);
}

export function makeLosslessWebp(width: number, height: number): Buffer {
  const bits = Buffer.alloc(4);
  bits.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0);
  return riff([webpChunk('VP8L', Buffer.concat([Buffer.from([0x2f]), bits, Buffer.from([0, 0])]))]);
}

/** The header of an extended WebP. */
export function webpCanvas(width: number, height: number, flags = 0): Buffer {
  const content = Buffer.alloc(10);
  content[0] = flags;
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return webpChunk('VP8X', content);
}

export function webpChunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name, 'latin1'), length, content, Buffer.alloc(content.length % 2)]);
}

function riff(chunks: Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from('RIFF', 'latin1'), length, content]);
}

export function jpegSegment(marker: number, content: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(content.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, content]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
