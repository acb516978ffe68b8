import { AppError } from '../../../shared/errors';
import { VOICE } from '../../../shared/limits';
import type { MediaFacts } from './media-facts';
import { readMedia, readOnce } from './media-thread';
import type { ReceivedFile } from '../store';

/**
 * Reads the metadata of a received recording: Opus in WebM, Ogg or MP4, or AAC in MP4, as browsers record it. Throws
 * `invalid_type` for anything else, and `too_large` for one that is too long.
 */
export function readVoice(person: number, received: ReceivedFile): Promise<MediaFacts['voice']> {
  return readOnce(received, () => read(person, received));
}

async function read(person: number, { path, size }: ReceivedFile): Promise<MediaFacts['voice']> {
  if (size > VOICE.bytes) throw tooLong();
  const facts = await readMedia(person, { kind: 'voice', path }).catch((cause: unknown) => {
    throw notAVoice(cause);
  });
  const { codec, hasVideo, duration } = facts;
  if (!CODECS.has(codec) || hasVideo || !(duration > 0)) throw notAVoice();
  if (duration > VOICE.seconds + LAST_PACKET) throw tooLong();
  return { ...facts, duration: Math.round(duration * 10) / 10 || 0.1 };
}

const CODECS: ReadonlySet<string> = new Set(['opus', 'aac']);
/** Seconds by which a recording that was stopped at the limit may exceed it. */
const LAST_PACKET = 2;

function tooLong(): AppError {
  return new AppError(
    'too_large',
    `A voice message can be at most ${VOICE.seconds / 60} minutes long. Record a shorter one.`,
  );
}

function notAVoice(cause?: unknown): AppError {
  return new AppError(
    'invalid_type',
    'This recording can’t be sent as a voice message. Record it again or send it as a file.',
    { cause },
  );
}
