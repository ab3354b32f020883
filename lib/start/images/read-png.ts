import { promisify } from 'node:util';
import { crc32, inflate } from 'node:zlib';
import { animated, damaged, notOnlyAnImage } from './image-error';

interface Png {
  width: number;
  height: number;
  compressed: Buffer;
  pixelBytes: number;
}

export const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const channelsByColourType: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Start and step of each pass of an interlaced image: x, y, x step, y step. */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Checks every chunk with its checksum, from IHDR to an IEND that ends the file. */
export function readPng(file: Buffer): Png {
  let header: Omit<Png, 'compressed'> | undefined;
  const data: Buffer[] = [];
  for (let at = pngSignature.length; ;) {
    if (at + 12 > file.length) throw damaged();
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) throw damaged();
    const name = file.toString('latin1', at + 4, at + 8);
    const content = file.subarray(at + 8, end - 4);
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) throw damaged();
    if ((name === 'IHDR') !== (header === undefined)) throw damaged();
    if (name === 'acTL') throw animated();
    if (name === 'IHDR') header = readHeader(content);
    if (name === 'IDAT') data.push(content);
    if (name === 'IEND') {
      if (end !== file.length) throw notOnlyAnImage();
      if (!header || data.length === 0) throw damaged();
      return { ...header, compressed: Buffer.concat(data) };
    }
    at = end;
  }
}

/** The compressed data must hold exactly the pixels that the header promises. */
export async function checkPixels({ compressed, pixelBytes }: Png): Promise<void> {
  const pixels = await promisify(inflate)(compressed, { maxOutputLength: pixelBytes }).catch(() => null);
  if (pixels?.length !== pixelBytes) throw damaged();
}

function readHeader(content: Buffer): Omit<Png, 'compressed'> {
  if (content.length !== 13) throw damaged();
  const [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)];
  const [depth = 0, colourType = 0, compression, filter, interlace] = content.subarray(8);
  const channels = channelsByColourType[colourType];
  const sound =
    width > 0 &&
    height > 0 &&
    [1, 2, 4, 8, 16].includes(depth) &&
    compression === 0 &&
    filter === 0 &&
    Number(interlace) <= 1;
  if (channels === undefined || !sound) throw damaged();
  const bytesOf = (columns: number, rows: number) =>
    columns > 0 && rows > 0 ? rows * (1 + Math.ceil((columns * depth * channels) / 8)) : 0;
  const steps = (size: number, start: number, step: number) => Math.ceil((size - start) / step);
  const pixelBytes =
    interlace === 0
      ? bytesOf(width, height)
      : adam7.reduce((sum, [x, y, dx, dy]) => sum + bytesOf(steps(width, x, dx), steps(height, y, dy)), 0);
  return { width, height, pixelBytes };
}
