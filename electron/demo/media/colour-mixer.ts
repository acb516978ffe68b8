/** Returns a colour between two: `share` 0 is the first, 1 the second. All colours are #rrggbb. */
export function mixed(one: string, other: string, share: number): string {
  const channel = (from: number) => {
    const [a, b] = [one, other].map((colour) => parseInt(colour.slice(from, from + 2), 16)) as [
      number,
      number,
    ];
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
