import { untrack } from 'svelte';
import { camera } from '../../api';
import { CodeReader } from './code-reader';
import { isCourtyardLink } from './courtyard-link';

/** The state of the camera: starting, showing its picture, paused while the window is hidden, or unusable. */
export type CameraState = 'beginning' | 'live' | 'resting' | CameraFault;
export type CameraFault = 'none' | 'busy' | 'refused';

/**
 * Why no link was read: the code is not a Courtyard link, the picture has no code, the file is not a picture, or the
 * code reader does not work.
 */
export type Dud = 'strange' | 'codeless' | 'noPicture' | 'unreadable';

/**
 * Scans the code of a community with the camera or from a picture. Calls `found` with the link, after turning the
 * camera off.
 */
export class Scanning {
  readonly #found: (link: string) => void;
  readonly #reader = new CodeReader();
  #state = $state<CameraState>('beginning');
  #stream = $state.raw<MediaStream | null>(null);
  #cameras = $state.raw<readonly MediaDeviceInfo[]>([]);
  #cameraId = $state('');
  #problem = $state<Dud | null>(null);
  #isReading = $state(false);
  /** Counts starts and stops, so that results of an earlier run can be discarded. */
  #turn = 0;

  constructor(found: (link: string) => void) {
    this.#found = found;
  }

  /** Reactive, like all getters here. */
  get state(): CameraState {
    return this.#state;
  }
  /** The video stream of the camera; null while it is off. */
  get stream(): MediaStream | null {
    return this.#stream;
  }
  /** Whether the camera faces away from the person. If not, its picture is mirrored. */
  get looksAway(): boolean {
    return this.#stream?.getVideoTracks()[0]?.getSettings().facingMode === 'environment';
  }
  /** The available cameras. */
  get cameras(): readonly MediaDeviceInfo[] {
    return this.#cameras;
  }
  /** The `deviceId` of the camera in use; "" for none. */
  get cameraId(): string {
    return this.#cameraId;
  }
  /** Why the last code or picture gave no link; null if nothing was wrong. */
  get dud(): Dud | null {
    return this.#problem;
  }
  /** Whether a picture file is being read. */
  get isReading(): boolean {
    return this.#isReading;
  }

  /** Scans while the window is visible. Returns a function that stops for good. Call it in an effect. */
  follow(): () => void {
    const { mediaDevices } = navigator;
    const see = () => {
      if (document.visibilityState === 'visible') void this.begin();
      else this.#end('resting');
    };
    // A missing camera may have been plugged in.
    const count = () => void (this.#state === 'none' ? this.begin() : this.#list());
    document.addEventListener('visibilitychange', see);
    mediaDevices.addEventListener('devicechange', count);
    untrack(see);
    return () => {
      document.removeEventListener('visibilitychange', see);
      mediaDevices.removeEventListener('devicechange', count);
      this.#end('resting');
      this.#reader.close();
    };
  }

  /** Turns on the camera with this `deviceId`, or the most suitable one. */
  async begin(id = this.#cameraId): Promise<void> {
    const turn = this.#end('beginning');
    const isWanted = () => turn === this.#turn;
    try {
      const isLet = await camera.open();
      if (!isWanted()) return;
      if (!isLet) return void this.#end('refused');
      const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: askedFor(id) });
      if (!isWanted()) return stop(stream);
      this.#look(stream);
      await this.#list();
    } catch (error) {
      if (!isWanted()) return;
      const fault = faultIn(error);
      if (fault === 'none' && id) return this.begin('');
      // If this camera is in use, another may be free.
      if (fault === 'busy') await this.#list();
      if (isWanted()) this.#end(fault);
    }
  }

  /** Scans the video element for a code several times per second, until the camera stops or changes. */
  async watch(video: HTMLVideoElement): Promise<void> {
    const turn = this.#turn;
    video.srcObject = untrack(() => this.#stream);
    while (turn === this.#turn) {
      if (video.readyState >= video.HAVE_CURRENT_DATA) {
        // A camera that is being turned off may have no frame.
        const reading = await this.#reader.readFrame(video).catch(() => null);
        if (turn === this.#turn && reading && reading.text !== null) this.#take(reading.text);
        if (turn === this.#turn && this.#reader.isBroken) return void (this.#problem = 'unreadable');
      }
      await new Promise((resolve) => setTimeout(resolve, BETWEEN));
    }
  }

  /** Looks for a code in a picture file. */
  async read(file: Blob): Promise<void> {
    this.#isReading = true;
    this.#problem = null;
    const reading = await this.#reader.readPicture(file).catch(() => null);
    this.#isReading = false;
    if (!reading) this.#problem = 'unreadable';
    else if (reading.text !== null) this.#take(reading.text);
    else this.#problem = reading.isPicture ? 'codeless' : 'noPicture';
  }

  #take(text: string): void {
    if (!isCourtyardLink(text)) {
      this.#problem = 'strange';
      return;
    }
    this.#end('resting');
    this.#found(text);
  }

  #look(stream: MediaStream): void {
    const [track] = stream.getVideoTracks();
    // The camera was unplugged or taken by another program.
    track?.addEventListener('ended', () => this.#stream === stream && this.#end('busy'));
    this.#cameraId = track?.getSettings().deviceId ?? '';
    this.#stream = stream;
    this.#state = 'live';
  }

  /** Lists the cameras. Browsers reveal device names and IDs only after permission was granted. */
  async #list(): Promise<void> {
    const all = await navigator.mediaDevices.enumerateDevices();
    this.#cameras = all.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId);
  }

  /** Turns the camera off and releases it. Returns the number of the new run. */
  #end(state: CameraState): number {
    if (this.#stream) stop(this.#stream);
    this.#stream = null;
    this.#state = state;
    this.#problem = null;
    camera.close();
    return ++this.#turn;
  }
}

/** Milliseconds between two scans. */
const BETWEEN = 150;

/**
 * Prefers a rear camera, which is better for scanning. The resolution is enough to read a code held at arm's length.
 */
function askedFor(id: string): MediaTrackConstraints {
  const which = id ? { deviceId: { exact: id } } : { facingMode: { ideal: 'environment' } };
  return { ...which, width: { ideal: 1280 }, height: { ideal: 720 } };
}

function faultIn(error: unknown): CameraFault {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy';
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
