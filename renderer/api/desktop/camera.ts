const { courtyard } = window;

/** Temporary camera access granted by the desktop program. Not available in a browser. */
export const camera = {
  /** Requests access. Resolves to false if the system denies it. */
  open: (): Promise<boolean> => courtyard?.camera('open') ?? Promise.resolve(false),
  /** Revokes access again. */
  close: (): void => void courtyard?.camera('close'),
};
