import { dialog, type BrowserWindow } from 'electron';
import { programLabels } from '../labels';

/**
 * Asks before a page is left that would stop something by it, such as an upload. Without a question, Electron keeps the
 * page, and the window can't be closed. `onStay` is called before the answer takes effect.
 */
export function askBeforeLeaving(window: BrowserWindow, onStay: () => void): void {
  window.webContents.on('will-prevent-unload', (event) => {
    const { message, detail, leave, stay } = programLabels().leaving;
    // The question would be as hidden as its window.
    window.show();
    const pressed = dialog.showMessageBoxSync(window, {
      type: 'question',
      message,
      detail,
      buttons: [leave, stay],
      defaultId: STAY,
      cancelId: STAY,
      noLink: true,
    });
    if (pressed === STAY) onStay();
    else event.preventDefault();
  });
}

/** The second button. */
const STAY = 1;
