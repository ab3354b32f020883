import { type ImageKind, type ImageType, imageLimits } from '../../contract/brand-rules';
import { ImageError } from './image-error';
import { readJpeg } from './read-jpeg';
import { checkPixels, pngSignature, readPng } from './read-png';
import { readWebp } from './read-webp';

export interface ImageFacts {
  type: ImageType;
  width: number;
  height: number;
}

/**
 * Checks the structure of the whole file, from its first byte to its last. A file that is cut off, or is something else
 * as well, is refused. Throws `ImageError`.
 */
export async function checkImage(file: Buffer, kind: ImageKind): Promise<ImageFacts> {
  const limits = imageLimits[kind];
  if (file.length > limits.maxBytes) {
    throw new ImageError(
      `Must be at most ${limits.maxBytes / 1000} kB; this one has ${Math.ceil(file.length / 1000)} kB`,
    );
  }
  const type = typeOf(file);
  if (!limits.types.includes(type)) throw new ImageError('Must be a PNG image');
  const png = type === 'png' ? readPng(file) : null;
  const { width, height } = png ?? (type === 'jpeg' ? readJpeg(file) : readWebp(file));
  const { maxSide, minSide } = limits;
  if (width > maxSide || height > maxSide) {
    throw new ImageError(`Must be at most ${maxSide} by ${maxSide} pixels; this one has ${width} by ${height}`);
  }
  if (width < minSide || height < minSide) {
    throw new ImageError(`Must be at least ${minSide} by ${minSide} pixels; this one has ${width} by ${height}`);
  }
  if (limits.square && width !== height)
    throw new ImageError(`Must be square; this one has ${width} by ${height} pixels`);
  // After the limits, because it unpacks the pixels.
  if (png) await checkPixels(png);
  return { type, width, height };
}

function typeOf(file: Buffer): ImageType {
  if (file.subarray(0, 8).equals(pngSignature)) return 'png';
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return 'jpeg';
  if (file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  throw new ImageError('Must be a PNG, JPEG or WebP image');
}
