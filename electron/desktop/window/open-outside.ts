import { shell } from 'electron';
import type { Logger } from 'pino';
import { withUsersUmask } from '../../private-files';

/** Returns a function that opens an address in the system's browser. */
export function openOutside(logger: Logger): (address: string) => void {
  return (address) => {
    withUsersUmask(() => shell.openExternal(address)).catch((error: unknown) =>
      logger.warn({ err: error }, 'the browser could not be opened'),
    );
  };
}
