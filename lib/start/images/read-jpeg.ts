import { damaged, notOnlyAnImage } from './image-error';

export const startOfScan = 0xda;
export const endOfImage = 0xd9;
/** Baseline, extended and progressive: what browsers show. */
const frames = [0xc0, 0xc1, 0xc2];
const otherFrames = [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];

/** Walks through all segments to an end marker that ends the file. */
export function readJpeg(file: Buffer): { width: number; height: number } {
  let size: { width: number; height: number } | undefined;
  let scans = 0;
  for (let at = 2; ;) {
    // Fill bytes may come before a marker.
    while (file[at] === 0xff && file[at + 1] === 0xff) at += 1;
    const marker = file[at + 1];
    if (file[at] !== 0xff || marker === undefined) throw damaged();
    if (marker === endOfImage) {
      if (at + 2 !== file.length) throw notOnlyAnImage();
      if (!size || scans === 0) throw damaged();
      return size;
    }
    if (at + 4 > file.length) throw damaged();
    const length = file.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > file.length || otherFrames.includes(marker)) throw damaged();
    if (frames.includes(marker)) {
      if (size || length < 8) throw damaged();
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
      if (size.width === 0 || size.height === 0) throw damaged();
    }
    if (marker === startOfScan) {
      if (!size) throw damaged();
      scans += 1;
    }
    at = marker === startOfScan ? findNextMarker(file, end) : end;
  }
}

/** In a scan, 0xff is followed by 0 or by a restart marker. */
export function findNextMarker(file: Buffer, from: number): number {
  for (let at = from; at < file.length - 1; at += 1) {
    const next = file[at + 1] ?? 0;
    if (file[at] === 0xff && next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw damaged();
}
