/** Passes on the value that a component of bits-ui reports, where it is that of another option than the present one. */
export function choose<Value extends string>(
  options: readonly { value: Value }[],
  next: string,
  present: Value,
  onchange: (value: Value) => void,
): void {
  const option = options.find(({ value }) => value === next);
  if (option && option.value !== present) onchange(option.value);
}
