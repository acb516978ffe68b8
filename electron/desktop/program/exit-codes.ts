/**
 * Exit code of the window's program if it has already shown the error to the person: no other way of starting is
 * tried.
 */
export const EXIT_ERROR_ALREADY_SHOWN = 3;
