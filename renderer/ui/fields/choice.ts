/** How a choice is named: by a label, shown or hidden, or by the element with this id. */
export interface ChoiceName {
  label?: string;
  labelHidden?: boolean;
  labelledby?: string;
}

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
