import { catalogue } from '../../ui/catalogue.js';

/** Why a file could not be attached. */
export const attachmentWords = catalogue({
  tooLarge: (megabytes: string) => `Larger than ${megabytes} MB.`,
  tooManyPixels: (millions: string) => `More than ${millions} million pixels.`,
  unreadablePicture: 'Your browser can’t read this image.',
});
