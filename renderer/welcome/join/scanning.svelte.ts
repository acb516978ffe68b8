import { untrack } from 'svelte';
import { camera } from '../../api';
import { CodeReader } from './code-reader';
import { isCourtyardLink } from './courtyard-link';

/** The state of the camera: starting, showing its picture, paused while the window is hidden, or unusable. */
export type CameraState = 'starting' | 'live' | 'paused' | CameraFault;
/** Why there is no picture: no camera, one that can't be used, or no permission. */
export type CameraFault = 'none' | 'busy' | 'refused';

/**
 * Why no link was read: the code is not a Courtyard link, the picture has no code, the file is not a picture, or the
 * code reader does not work.
 */
export type ScanProblem = 'strange' | 'codeless' | 'noPicture' | 'unreadable';

/**
 * Scans the code of a community with the camera or from a picture. Calls `found` with the link, after turning the
 * camera off.
 */
export class Scanning {
  readonly #found: (link: string) => void;
  readonly #reader = new CodeReader();
  #state = $state<CameraState>('starting');
  #stream = $state.raw<MediaStream | null>(null);
  #cameras = $state.raw<readonly MediaDeviceInfo[]>([]);
  #cameraId = $state('');
  #problem = $state<ScanProblem | null>(null);
  #isReading = $state(false);
  /** Incremented by each start and stop, so that results of an earlier run are discarded. */
  #run = 0;

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
  get isRearCamera(): boolean {
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
  get problem(): ScanProblem | null {
    return this.#problem;
  }
  /** Whether a picture file is being read. */
  get isReading(): boolean {
    return this.#isReading;
  }

  /** Scans while the window is visible. Returns a function that stops for good. Call it in an effect. */
  follow(): () => void {
    const { mediaDevices } = navigator;
    const onVisibility = () => {
      if (document.visibilityState === 'visible') void this.start();
      else this.#stop('paused');
    };
    // A missing camera may have been plugged in.
    const onDevices = () => void (this.#state === 'none' ? this.start() : this.#listCameras());
    document.addEventListener('visibilitychange', onVisibility);
    mediaDevices.addEventListener('devicechange', onDevices);
    untrack(onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      mediaDevices.removeEventListener('devicechange', onDevices);
      this.#stop('paused');
      this.#reader.close();
    };
  }

  /** Turns on the camera with this `deviceId`, or the most suitable one. */
  async start(id = this.#cameraId): Promise<void> {
    const run = this.#stop('starting');
    const isWanted = () => run === this.#run;
    try {
      const isAllowed = await camera.open();
      if (!isWanted()) return;
      if (!isAllowed) return void this.#stop('refused');
      const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: videoConstraints(id) });
      if (!isWanted()) return stopTracks(stream);
      this.#showPicture(stream);
      await this.#listCameras();
    } catch (error) {
      if (!isWanted()) return;
      const fault = faultOf(error);
      if (fault === 'none' && id) return this.start('');
      // If this camera is in use, another may be free.
      if (fault === 'busy') await this.#listCameras();
      if (isWanted()) this.#stop(fault);
    }
  }

  /** Scans the video element for a code several times per second, until the camera stops or changes. */
  async watch(video: HTMLVideoElement): Promise<void> {
    const run = this.#run;
    video.srcObject = untrack(() => this.#stream);
    while (run === this.#run) {
      if (video.readyState >= video.HAVE_CURRENT_DATA) {
        // A camera that is being turned off may have no frame.
        const reading = await this.#reader.readFrame(video).catch(() => null);
        if (run === this.#run && reading && reading.text !== null) this.#accept(reading.text);
        if (run === this.#run && this.#reader.isBroken) return void (this.#problem = 'unreadable');
      }
      await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS));
    }
  }

  /** Looks for a code in a picture file. */
  async read(file: Blob): Promise<void> {
    this.#isReading = true;
    this.#problem = null;
    const reading = await this.#reader.readPicture(file).catch(() => null);
    this.#isReading = false;
    if (!reading) this.#problem = 'unreadable';
    else if (reading.text !== null) this.#accept(reading.text);
    else this.#problem = reading.isPicture ? 'codeless' : 'noPicture';
  }

  #accept(text: string): void {
    if (!isCourtyardLink(text)) {
      this.#problem = 'strange';
      return;
    }
    this.#stop('paused');
    this.#found(text);
  }

  #showPicture(stream: MediaStream): void {
    const [track] = stream.getVideoTracks();
    // The camera was unplugged or taken by another program.
    track?.addEventListener('ended', () => this.#stream === stream && this.#stop('busy'));
    this.#cameraId = track?.getSettings().deviceId ?? '';
    this.#stream = stream;
    this.#state = 'live';
  }

  /** Lists the cameras. Browsers reveal device names and IDs only after permission was granted. */
  async #listCameras(): Promise<void> {
    const all = await navigator.mediaDevices.enumerateDevices();
    this.#cameras = all.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId);
  }

  /** Turns the camera off and releases it. Returns the number of the new run. */
  #stop(state: CameraState): number {
    if (this.#stream) stopTracks(this.#stream);
    this.#stream = null;
    this.#state = state;
    this.#problem = null;
    camera.close();
    return ++this.#run;
  }
}

const SCAN_INTERVAL_MS = 150;

/**
 * Prefers a rear camera, which is better for scanning. The resolution is enough to read a code held at arm's length.
 */
function videoConstraints(id: string): MediaTrackConstraints {
  const camera = id ? { deviceId: { exact: id } } : { facingMode: { ideal: 'environment' } };
  return { ...camera, width: { ideal: 1280 }, height: { ideal: 720 } };
}

function faultOf(error: unknown): CameraFault {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy';
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
