import { m } from '../../i18n/index.svelte';
import { measure } from './measure';
import type { VoiceRecording } from './recording';
import { voiceText } from './text';

/** Turns a recorded blob into a voice message: seekable, measured and named. */
export async function finishRecording(recorded: Blob, seconds: number): Promise<VoiceRecording> {
  const type = recorded.type.split(';')[0] ?? '';
  const blob = type === 'audio/webm' ? await seekable(recorded).catch(() => recorded) : recorded;
  const measured = await measureBlob(blob).catch(() => ({ waveform: '0', gain: 0 }));
  const time = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString();
  const name = `${m().alerts.attached.voice} ${time.slice(0, 19).replace('T', ' ').replaceAll(':', '.')}`;
  const file = new File([blob], `${name}.${EXTENSIONS[type] ?? 'webm'}`, { type });
  return { file, folder: voiceText().folder, voice: { ...measured, seconds } };
}

const EXTENSIONS: Record<string, string> = { 'audio/webm': 'webm', 'audio/ogg': 'ogg', 'audio/mp4': 'm4a' };
/** Enough for the level of speech; a quarter of an hour takes 29 MB. */
const RATE = 8000;

async function measureBlob(blob: Blob) {
  const context = new OfflineAudioContext(1, 1, RATE);
  const buffer = await context.decodeAudioData(await blob.arrayBuffer());
  return measure(buffer.getChannelData(0), RATE);
}

/** Browsers record WebM without its duration and without an index: writes both, with the same packets. */
async function seekable(recorded: Blob): Promise<Blob> {
  const {
    BlobSource,
    BufferTarget,
    EncodedAudioPacketSource,
    EncodedPacketSink,
    Input,
    Output,
    WEBM,
    WebMOutputFormat,
  } = await import('mediabunny');
  const input = new Input({ source: new BlobSource(recorded), formats: [WEBM] });
  try {
    const track = await input.getPrimaryAudioTrack();
    const decoderConfig = await track?.getDecoderConfig();
    if (!track || !decoderConfig) return recorded;
    const target = new BufferTarget();
    const output = new Output({ format: new WebMOutputFormat(), target });
    const source = new EncodedAudioPacketSource('opus');
    output.addAudioTrack(source);
    await output.start();
    for await (const packet of new EncodedPacketSink(track).packets())
      await source.add(packet, { decoderConfig });
    await output.finalize();
    return target.buffer ? new Blob([target.buffer], { type: 'audio/webm' }) : recorded;
  } finally {
    input.dispose();
  }
}
