import { untrack } from 'svelte';
import { camera } from '../../api';
import { CodeReader } from './code-reader';
import { isCourtyardLink } from './courtyard-link';

/** How it stands with the camera: it begins, shows its picture, rests while nobody sees the window, or can't be used. */
export type CameraStanding = 'beginning' | 'live' | 'resting' | CameraFault;
export type CameraFault = 'none' | 'busy' | 'refused';

/** A picture that leads nowhere: its code is no link of ours, it has none, it is no picture, or nothing reads codes here. */
export type Dud = 'strange' | 'codeless' | 'noPicture' | 'unreadable';

/**
 * Somebody reading the code of a community with the camera or from a picture. `found` is given the link, by which the camera is
 * off already.
 */
export class Scanning {
  readonly #found: (link: string) => void;
  readonly #reader = new CodeReader();
  #standing = $state<CameraStanding>('beginning');
  #stream = $state.raw<MediaStream | null>(null);
  #cameras = $state.raw<readonly MediaDeviceInfo[]>([]);
  #cameraId = $state('');
  #dud = $state<Dud | null>(null);
  #isReading = $state(false);
  /** Counts beginnings and ends: what was begun in an earlier turn is not wanted any more. */
  #turn = 0;

  constructor(found: (link: string) => void) {
    this.#found = found;
  }

  /** Reactive, as all of these. */
  get standing(): CameraStanding {
    return this.#standing;
  }
  /** What the camera sees; null while it sees nothing. */
  get stream(): MediaStream | null {
    return this.#stream;
  }
  /** It is a camera that looks away from the person; else it is a mirror. */
  get looksAway(): boolean {
    return this.#stream?.getVideoTracks()[0]?.getSettings().facingMode === 'environment';
  }
  /** Those to choose from. */
  get cameras(): readonly MediaDeviceInfo[] {
    return this.#cameras;
  }
  /** Which of them it is; "" for none. */
  get cameraId(): string {
    return this.#cameraId;
  }
  /** What the last picture was found to be, where it led nowhere. */
  get dud(): Dud | null {
    return this.#dud;
  }
  /** A picture's file is being read. */
  get isReading(): boolean {
    return this.#isReading;
  }

  /** Scans until the function it gives is called, while the window is seen; called in an effect. */
  follow(): () => void {
    const { mediaDevices } = navigator;
    const see = () => {
      if (document.visibilityState === 'visible') void this.begin();
      else this.#end('resting');
    };
    // One that was missing may have been plugged in.
    const count = () => void (this.#standing === 'none' ? this.begin() : this.#list());
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

  /** Turns a camera on: the one of this identifier, or the likeliest. */
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
      // Where one is taken another may be free.
      if (fault === 'busy') await this.#list();
      if (isWanted()) this.#end(fault);
    }
  }

  /** Looks for a code in what an element shows of the stream, several times a second, as long as that lasts. */
  async watch(video: HTMLVideoElement): Promise<void> {
    const turn = this.#turn;
    video.srcObject = untrack(() => this.#stream);
    while (turn === this.#turn) {
      if (video.readyState >= video.HAVE_CURRENT_DATA) {
        // A camera that is just being turned off has no frame.
        const reading = await this.#reader.readFrame(video).catch(() => null);
        if (turn === this.#turn && reading && reading.text !== null) this.#take(reading.text);
        if (turn === this.#turn && this.#reader.isBroken) return void (this.#dud = 'unreadable');
      }
      await new Promise((resolve) => setTimeout(resolve, BETWEEN));
    }
  }

  /** Looks for a code in a picture's file. */
  async read(file: Blob): Promise<void> {
    this.#isReading = true;
    this.#dud = null;
    const reading = await this.#reader.readPicture(file).catch(() => null);
    this.#isReading = false;
    if (!reading) this.#dud = 'unreadable';
    else if (reading.text !== null) this.#take(reading.text);
    else this.#dud = reading.isPicture ? 'codeless' : 'noPicture';
  }

  #take(text: string): void {
    if (!isCourtyardLink(text)) {
      this.#dud = 'strange';
      return;
    }
    this.#end('resting');
    this.#found(text);
  }

  #look(stream: MediaStream): void {
    const [track] = stream.getVideoTracks();
    // It was unplugged, or another program has taken it.
    track?.addEventListener('ended', () => this.#stream === stream && this.#end('busy'));
    this.#cameraId = track?.getSettings().deviceId ?? '';
    this.#stream = stream;
    this.#standing = 'live';
  }

  /** Its names are told only to whoever may use it. */
  async #list(): Promise<void> {
    const all = await navigator.mediaDevices.enumerateDevices();
    this.#cameras = all.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId);
  }

  /** Turns the camera off, whose light goes out with that, and gives it back; the number of the turn that begins. */
  #end(standing: CameraStanding): number {
    if (this.#stream) stop(this.#stream);
    this.#stream = null;
    this.#standing = standing;
    this.#dud = null;
    camera.close();
    return ++this.#turn;
  }
}

/** Milliseconds between two looks. */
const BETWEEN = 150;

/** One that looks away from the person sees a code better; enough of it to read one that is held at arm's length. */
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
