import { m } from '../../i18n/index.svelte';

/** The audience of a privacy setting: 0 everyone, 1 friends, 2 nobody. */
export type Audience = 0 | 1 | 2;

/** Returns the audiences as select options in the current language. */
export function audiences(): { value: `${Audience}`; label: string }[] {
  return ([0, 1, 2] as const).map((audience) => ({ value: `${audience}`, label: audienceText(audience) }));
}

/** Returns the label of an audience: "Everyone here", "Friends" or "Nobody". */
export function audienceText(audience: Audience): string {
  const { everyone, friends, nobody } = m().common.audiences;
  return [everyone, friends, nobody][audience] ?? '';
}
