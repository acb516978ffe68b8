import { VOICE } from '../../../shared/limits';
import { player } from '../../player';
import type { VoiceMessages } from '../../i18n/en/media/voice';
import { voicePlayer } from './voice-player.svelte';

/** Why recording a voice message failed. */
export type RecordingProblem = keyof VoiceMessages['problems'];

/** How a recorder notifies the page. */
export interface RecorderEvents {
  onproblem: (problem: RecordingProblem) => void;
  /** The limit was reached, or the microphone was disconnected. */
  onend: (recorded: RecordedSound) => void;
}

/** The sound of a recording that ended. */
export interface RecordedSound {
  blob: Blob;
  seconds: number;
  isLongest: boolean;
}

/** Records the microphone. One recording at a time; music and voice messages pause for it. */
export class VoiceRecorder {
  readonly #events: RecorderEvents;
  #state = $state<'idle' | 'starting' | 'recording'>('idle');
  #seconds = $state(0);
  #levels = $state.raw<readonly number[]>([]);
  #recorder: MediaRecorder | null = null;
  #stream: MediaStream | null = null;
  #context: AudioContext | null = null;
  #chunks: Blob[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;
  #startedAt = 0;
  #wasMusicPlaying = false;
  /** Counts starts; the answer to an earlier one is stale. */
  #turn = 0;

  constructor(events: RecorderEvents) {
    this.#events = events;
  }

  get isActive(): boolean {
    return this.#state !== 'idle';
  }
  get isRecording(): boolean {
    return this.#state === 'recording';
  }
  /** How long it has recorded, in seconds. */
  get seconds(): number {
    return this.#seconds;
  }
  /** The latest levels from 0 to 1, oldest first. */
  get levels(): readonly number[] {
    return this.#levels;
  }

  /** Asks for the microphone and records. */
  async start(): Promise<void> {
    if (this.isActive) return;
    const problem = missingSupport();
    if (problem) return this.#events.onproblem(problem);
    const turn = ++this.#turn;
    this.#state = 'starting';
    this.#seconds = 0;
    this.#levels = [];
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: CONSTRAINTS });
      if (turn !== this.#turn) return stopTracks(stream);
      this.#record(stream);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.#release();
      this.#events.onproblem(problemOf(error));
    }
  }

  /** Ends the recording; null if nothing was recorded. */
  async stop(isLongest = false): Promise<RecordedSound | null> {
    const recorder = this.#recorder;
    const seconds = this.#elapsed();
    this.#turn++;
    if (!recorder) {
      this.#release();
      return null;
    }
    this.#recorder = null;
    const chunks = this.#chunks;
    if (recorder.state !== 'inactive') {
      const isStopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
      recorder.stop();
      this.#release();
      await isStopped;
    } else this.#release();
    const blob = new Blob(chunks, { type: recorder.mimeType });
    return seconds < MIN_SECONDS || blob.size === 0 ? null : { blob, seconds, isLongest };
  }

  #record(stream: MediaStream): void {
    this.#stream = stream;
    const chunks: Blob[] = (this.#chunks = []);
    const recorder = new MediaRecorder(stream, { mimeType: recordedType() ?? '', audioBitsPerSecond: BITS });
    recorder.addEventListener('dataavailable', ({ data }) => data.size > 0 && chunks.push(data));
    // The microphone was disconnected.
    stream.getAudioTracks()[0]?.addEventListener('ended', () => void this.#end(false));
    this.#wasMusicPlaying = player.isPlaying;
    player.pauseFor('recording');
    voicePlayer.pause();
    recorder.start(CHUNK);
    this.#recorder = recorder;
    this.#startedAt = performance.now();
    this.#state = 'recording';
    this.#listen(stream);
  }

  #listen(stream: MediaStream): void {
    const context = (this.#context = new AudioContext());
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    this.#timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length;
      this.#levels = [...this.#levels, Math.min(1, Math.sqrt(Math.sqrt(power) * SPEECH_GAIN))].slice(-LEVELS);
      this.#seconds = this.#elapsed();
      if (this.#seconds >= VOICE.seconds) void this.#end(true);
    }, LEVEL_INTERVAL_MS);
  }

  async #end(isLongest: boolean): Promise<void> {
    if (!this.isRecording) return;
    const recorded = await this.stop(isLongest);
    if (recorded) this.#events.onend(recorded);
  }

  #elapsed(): number {
    return this.#recorder ? (performance.now() - this.#startedAt) / 1000 : 0;
  }

  #release(): void {
    clearInterval(this.#timer);
    void this.#context?.close();
    if (this.#stream) stopTracks(this.#stream);
    [this.#recorder, this.#context, this.#stream, this.#state] = [null, null, null, 'idle'];
    if (this.#wasMusicPlaying && player.pausedFor === 'recording') player.play();
    this.#wasMusicPlaying = false;
  }
}

const CONSTRAINTS = {
  channelCount: 1,
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
};
/** Bits per second: Opus encodes speech well at this rate. */
const BITS = 32_000;
/** Milliseconds of one chunk, and between two looks at the level. */
const CHUNK = 1000;
const LEVEL_INTERVAL_MS = 60;
/** How many levels are kept for display, and by how much the amplitude of speech is raised for it. */
const LEVELS = 60;
const SPEECH_GAIN = 3;
/** Seconds; anything shorter was a slip of the finger. */
const MIN_SECONDS = 0.4;
const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4;codecs=opus', 'audio/mp4'];

function recordedType(): string | undefined {
  return TYPES.find((type) => MediaRecorder.isTypeSupported(type));
}

function missingSupport(): RecordingProblem | null {
  if (!isSecureContext) return 'insecure';
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  return mediaDevices && 'MediaRecorder' in globalThis && recordedType() ? null : 'unsupported';
}

function problemOf(error: unknown): RecordingProblem {
  const { name } = error as Error;
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'NotReadableError' ? 'busy' : 'failed';
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
