import type { SystemPreferences, WebContents } from 'electron';
import { cameraActions } from '../../../shared/bridge';
import type { HandlersOf } from '../../doors/ipc-channels';
import { communityFrom } from './senders';

export interface CameraOptions {
  platform: NodeJS.Platform;
  system: Pick<SystemPreferences, 'askForMediaAccess' | 'getMediaAccessStatus'>;
}

/**
 * Grants the camera only to a page of this program that has asked for it to scan a code, until the page releases it,
 * navigates away or crashes.
 */
export class Camera {
  readonly #options: CameraOptions;
  readonly #watched = new WeakSet<WebContents>();
  #user: WebContents | null = null;

  constructor(options: CameraOptions) {
    this.#options = options;
  }

  /** Whether a window may use the camera now. */
  isAllowedFor(contents: WebContents | null): boolean {
    return contents !== null && contents === this.#user;
  }

  /** Handles requests of our pages to open or close the camera. */
  readonly handlers: HandlersOf<'camera'> = {
    camera: async (event, action) => {
      const knownAction = cameraActions.find((candidate) => candidate === action);
      if (communityFrom(event) === null || knownAction === undefined) throw new Error('not answered');
      const { sender } = event;
      if (knownAction === 'close') {
        this.#release(sender);
        return true;
      }
      this.#acquire(sender);
      // The page may have released it while the system was asking the person.
      const isAllowed = await this.#isAllowedBySystem();
      if (!isAllowed) this.#release(sender);
      return isAllowed;
    },
  };

  #acquire(contents: WebContents): void {
    this.#user = contents;
    if (this.#watched.has(contents)) return;
    this.#watched.add(contents);
    contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) this.#release(contents);
    });
    contents.on('render-process-gone', () => this.#release(contents));
    contents.on('destroyed', () => this.#release(contents));
  }

  #release(contents: WebContents): void {
    if (this.#user === contents) this.#user = null;
  }

  /** macOS asks the person once; Windows has a switch for all programs; other systems have no restriction. */
  async #isAllowedBySystem(): Promise<boolean> {
    const { platform, system } = this.#options;
    if (platform === 'darwin') return system.askForMediaAccess('camera');
    return platform !== 'win32' || !['denied', 'restricted'].includes(system.getMediaAccessStatus('camera'));
  }
}
