import { animated, damaged, notOnlyAnImage } from './image-error';

interface Size {
  width: number;
  height: number;
}

const animationFlag = 0x02;

/** Walks through all chunks, which must fill the file exactly and hold one image. */
export function readWebp(file: Buffer): Size {
  const end = file.readUInt32LE(4) + 8;
  if (end > file.length) throw damaged();
  if (end < file.length) throw notOnlyAnImage();
  let canvas: Size | undefined;
  let picture: Size | undefined;
  for (let at = 12; at < end;) {
    if (at + 8 > end) throw damaged();
    const name = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const next = at + 8 + length + (length % 2);
    if (next > end) throw damaged();
    const content = file.subarray(at + 8, at + 8 + length);
    if (name === 'VP8X') {
      if (at !== 12 || length < 10) throw damaged();
      if (((content[0] ?? 0) & animationFlag) !== 0) throw animated();
      canvas = { width: content.readUIntLE(4, 3) + 1, height: content.readUIntLE(7, 3) + 1 };
    } else if (name === 'VP8 ' || name === 'VP8L') {
      if (picture) throw damaged();
      picture = name === 'VP8 ' ? readLossy(content) : readLossless(content);
    } else if (name === 'ANIM' || name === 'ANMF') throw animated();
    else if (!canvas) throw damaged();
    at = next;
  }
  if (!picture || (canvas && (canvas.width !== picture.width || canvas.height !== picture.height))) throw damaged();
  return picture;
}

function readLossy(content: Buffer): Size {
  if (content.length < 10 || content.readUIntBE(3, 3) !== 0x9d012a) throw damaged();
  const tag = content.readUIntLE(0, 3);
  const isKeyFrame = (tag & 1) === 0;
  const firstPartition = tag >> 5;
  const size = { width: content.readUInt16LE(6) & 0x3fff, height: content.readUInt16LE(8) & 0x3fff };
  if (!isKeyFrame || 10 + firstPartition > content.length || size.width === 0 || size.height === 0) throw damaged();
  return size;
}

function readLossless(content: Buffer): Size {
  if (content.length < 6 || content[0] !== 0x2f) throw damaged();
  const bits = content.readUInt32LE(1);
  if (bits >>> 29 !== 0) throw damaged();
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
