/** Why a file is not accepted as an image. The text is shown at the field. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

export const damaged = () =>
  new ImageError('This file is damaged or incomplete. Export the image again and choose the new file.');
export const notOnlyAnImage = () =>
  new ImageError('This file contains more than an image. Export the image again and choose the new file.');
export const animated = () => new ImageError('Animated images are not supported. Choose a still image.');
