import type { DialogModel } from '../contract/records';

/** Whether a dialog is muted at a time in Unix seconds, though its record may be older than the end of the mute. */
export function isMuted({ Mute, MuteUntil }: Pick<DialogModel, 'Mute' | 'MuteUntil'>, now: number): boolean {
  return Mute && (!MuteUntil || MuteUntil > now);
}
