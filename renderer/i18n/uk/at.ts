/** "о 14:06", but "об 11:20" before a vowel. */
export function at(time: string): string {
  return `${time.startsWith('11') ? 'об' : 'о'} ${time}`;
}
