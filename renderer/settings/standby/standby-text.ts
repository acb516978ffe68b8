import { fileSize, timeAgo } from '../../i18n/format';
import { hostingText } from '../../i18n/index.svelte';
import type { StandbyUse } from './standby.svelte';

/** How far a standby is, in words: a label with its tone, null if there is no standby, and a sentence. */
export interface StandbyText {
  label: string | null;
  tone: 'accent' | 'ok' | 'warn' | 'danger';
  text: string;
}

/** Describes how far the standby is. */
export function standbyText({ State, Behind, Seen, Problem, Unreadable }: StandbyUse): StandbyText {
  const t = hostingText().standby;
  if (State === 'none') return { label: null, tone: 'ok', text: t.noneText };
  // Earlier hosts don't count them.
  if (State === 'in_step' && Unreadable)
    return { label: t.unreadable, tone: 'warn', text: t.unreadableText(Unreadable) };
  if (State === 'in_step') return { label: t.states.in_step, tone: 'ok', text: t.inStepText };
  if (Problem) return { ...t.problems[Problem], tone: 'danger' };
  if (State === 'copying') return { label: t.states.copying, tone: 'accent', text: t.copyingText };
  if (State === 'behind')
    return { label: t.states.behind, tone: 'warn', text: t.behindText(fileSize(Behind)) };
  return { label: t.states.gone, tone: 'danger', text: Seen ? t.goneText(timeAgo(Seen)) : t.neverText };
}
