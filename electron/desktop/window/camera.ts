import type { SystemPreferences, WebContents } from 'electron';
import { cameraActs } from '../../../shared/bridge';
import type { HandlersOf } from '../../doors/ipc-channels';
import { communityFrom } from './senders';

export interface CameraOptions {
  platform: NodeJS.Platform;
  system: Pick<SystemPreferences, 'askForMediaAccess' | 'getMediaAccessStatus'>;
}

/**
 * The camera, shut unless a page of ours has asked for it to read a code: then it is open to that page's window, until the page
 * is done with it, is left or breaks down.
 */
export class Camera {
  readonly #options: CameraOptions;
  readonly #watched = new WeakSet<WebContents>();
  #user: WebContents | null = null;

  constructor(options: CameraOptions) {
    this.#options = options;
  }

  /** Whether a window may use it now. */
  isOpenTo(contents: WebContents | null): boolean {
    return contents !== null && contents === this.#user;
  }

  /** Answers our pages. */
  readonly handlers: HandlersOf<'camera'> = {
    camera: async (event, act) => {
      const known = cameraActs.find((one) => one === act);
      if (communityFrom(event) === null || known === undefined) throw new Error('not answered');
      const { sender } = event;
      if (known === 'close') {
        this.#shut(sender);
        return true;
      }
      this.#open(sender);
      // The page may be done with it before the person has answered the system.
      const isLet = await this.#isLetBySystem();
      if (!isLet) this.#shut(sender);
      return isLet;
    },
  };

  #open(contents: WebContents): void {
    this.#user = contents;
    if (this.#watched.has(contents)) return;
    this.#watched.add(contents);
    contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) this.#shut(contents);
    });
    contents.on('render-process-gone', () => this.#shut(contents));
    contents.on('destroyed', () => this.#shut(contents));
  }

  #shut(contents: WebContents): void {
    if (this.#user === contents) this.#user = null;
  }

  /** macOS asks the person, once; Windows has a switch for all programs; elsewhere nothing is in the way. */
  async #isLetBySystem(): Promise<boolean> {
    const { platform, system } = this.#options;
    if (platform === 'darwin') return system.askForMediaAccess('camera');
    return platform !== 'win32' || !['denied', 'restricted'].includes(system.getMediaAccessStatus('camera'));
  }
}
