/**
 * Calls `onchange` with the value that a bits-ui component reports, if it belongs to an option other than the present
 * one.
 */
export function choose<Value extends string>(
  options: readonly { value: Value }[],
  next: string,
  present: Value,
  onchange: (value: Value) => void,
): void {
  const option = options.find(({ value }) => value === next);
  if (option && option.value !== present) onchange(option.value);
}
