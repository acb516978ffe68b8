import decodeQR, { type DecodeOpts } from 'qr/decode.js';

/** What was read in a picture. */
export interface Reading {
  /** What the code says; null where none was seen. */
  text: string | null;
  /** It was a picture at all. */
  isPicture: boolean;
}

/** Takes a frame of the camera, which it closes, or a picture's file, and gives the Reading to the port that came along. */
addEventListener('message', ({ data, ports: [port] }: MessageEvent<ImageBitmap | Blob>) => {
  const reading = data instanceof Blob ? readPicture(data) : Promise.resolve(readFrame(data));
  void reading.then((reading) => port?.postMessage(reading));
});

function readFrame(frame: ImageBitmap): Reading {
  const text = textIn(frame, 1);
  frame.close();
  return { text, isPicture: true };
}

/** There is but one of it, so it is looked at for longer and, where it is small, larger than it is. */
async function readPicture(file: Blob): Promise<Reading> {
  const picture = file.size <= LARGEST ? await createImageBitmap(file).catch(() => null) : null;
  if (!picture) return { text: null, isPicture: false };
  const usual = Math.min(1, SEEN / Math.max(picture.width, picture.height));
  const text = textIn(picture, usual, PATIENT) ?? textIn(picture, usual * 2, PATIENT);
  picture.close();
  return { text, isPicture: true };
}

/** What the code in a picture says, looked at in some size of it. */
function textIn(picture: ImageBitmap, scale: number, how: DecodeOpts = {}): string | null {
  const [width, height] = [picture.width, picture.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  );
  const context = new OffscreenCanvas(width ?? 1, height ?? 1).getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  const { canvas } = context;
  // Where a picture is seen through, paper is white.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height), how);
  } catch {
    // Its way to say that there is none.
    return null;
  }
}

/** Bytes of a file. */
const LARGEST = 64 * 1024 * 1024;
/** The longer side, in pixels: as photos are shown on a screen. */
const SEEN = 1600;
/** Milliseconds; a frame of the camera gets sixteen, as the next one may be better. */
const PATIENT: DecodeOpts = { effort: Infinity, timeLimit: 2000 };
