import type { Bridge } from '../../../shared/channels';

const { courtyard } = window as { courtyard?: Bridge };

/** The camera, which the program of the desktop lends its pages for a while. A browser's lends none. */
export const camera = {
  /** Asks for it; false where the system forbids it. */
  open: (): Promise<boolean> => courtyard?.camera('open') ?? Promise.resolve(false),
  /** Gives it back. */
  close: (): void => void courtyard?.camera('close'),
};
