import { m } from '../../i18n/index.svelte';

/** Who something is for, as privacy settings number it: 0 everyone, 1 friends, 2 nobody. */
export type Audience = 0 | 1 | 2;

/** The audiences as options, in the language now. */
export function audiences(): { value: `${Audience}`; label: string }[] {
  return ([0, 1, 2] as const).map((audience) => ({ value: `${audience}`, label: audienceText(audience) }));
}

/** "Everyone here", "Friends", "Nobody". */
export function audienceText(audience: Audience): string {
  const { everyone, friends, nobody } = m().common.audiences;
  return [everyone, friends, nobody][audience] ?? '';
}
