/** Why a file is not accepted as a picture. The text is shown at the field. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

export const damaged = () =>
  new ImageError('This file is damaged or incomplete. Export the picture again and choose the new file.');
export const notOnlyAnImage = () =>
  new ImageError('This file contains more than a picture. Export the picture again and choose the new file.');
export const animated = () => new ImageError('Animated pictures are not supported. Choose a still picture.');
