/** Focuses a field, but not on a touch screen, where the keyboard would cover what is around it. */
export function focusUnlessTouched(field: { focus: () => void } | null | undefined): void {
  if (matchMedia('(pointer: fine)').matches) field?.focus();
}
