/** The window's program ended because of something that it has told the person itself: nothing else is to be tried. */
export const TOLD = 3;
