import decodeQR, { type DecodeOpts } from 'qr/decode.js';

/** The result of reading a picture. */
export interface Reading {
  /** The text of the code; null when none was found. */
  text: string | null;
  /** Whether the file could be decoded as a picture. */
  isPicture: boolean;
}

/** Receives a camera frame, which it closes, or a picture file. Sends the `Reading` to the port in the message. */
addEventListener('message', ({ data, ports: [port] }: MessageEvent<ImageBitmap | Blob>) => {
  const reading = data instanceof Blob ? readPicture(data) : Promise.resolve(readFrame(data));
  void reading.then((reading) => port?.postMessage(reading));
});

function readFrame(frame: ImageBitmap): Reading {
  const text = textIn(frame, 1);
  frame.close();
  return { text, isPicture: true };
}

/** Reads a single picture with a longer time limit, and again at double size if no code was found. */
async function readPicture(file: Blob): Promise<Reading> {
  const picture = file.size <= MAX_BYTES ? await createImageBitmap(file).catch(() => null) : null;
  if (!picture) return { text: null, isPicture: false };
  const usual = Math.min(1, PICTURE_SIDE / Math.max(picture.width, picture.height));
  const text = textIn(picture, usual, THOROUGH) ?? textIn(picture, usual * 2, THOROUGH);
  picture.close();
  return { text, isPicture: true };
}

/** Returns the text of the code in a picture that is scaled first; null when there is none. */
function textIn(picture: ImageBitmap, scale: number, how: DecodeOpts = {}): string | null {
  const [width, height] = [picture.width, picture.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  const context = new OffscreenCanvas(width ?? 1, height ?? 1).getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  const { canvas } = context;
  // Transparent areas become white, like paper.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height), how);
  } catch {
    // `decodeQR` throws when there is no code.
    return null;
  }
}

/** The maximum file size, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
/** The longer side of a picture in pixels, about the size of a photo on a screen. */
const PICTURE_SIDE = 1600;
/** `timeLimit` is in milliseconds. A camera frame gets only 16, as the next frame may be better. */
const THOROUGH: DecodeOpts = { effort: Infinity, timeLimit: 2000 };
