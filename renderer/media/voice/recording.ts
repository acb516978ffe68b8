/** What the page knows of a voice message that it recorded. */
export interface VoiceFacts {
  seconds: number;
  /** Digits of base 32. */
  waveform: string;
  /** dB. */
  gain: number;
}

/** A recorded voice message to upload. */
export interface VoiceRecording {
  file: File;
  folder: string;
  voice: VoiceFacts;
}

/** Object URLs of the voice messages that this page recorded, by the ID of the file once it is uploaded. */
const urls = new Map<number, string>();
/** The browser holds the bytes of these. */
const MAX_URLS = 30;

/** Keeps the URL of an uploaded voice message, so that it is played from this page while its message waits. */
export function keepLocalVoice(id: number, url: string): void {
  const earlier = urls.get(id);
  if (earlier !== undefined && earlier !== url) URL.revokeObjectURL(earlier);
  urls.set(id, url);
  const [oldest] = urls;
  if (urls.size <= MAX_URLS || !oldest) return;
  urls.delete(oldest[0]);
  URL.revokeObjectURL(oldest[1]);
}

/** Returns the URL of a voice message that was uploaded from this page. */
export function localVoiceUrl(id: number): string | undefined {
  return urls.get(id);
}
