/** Whether a membership is muted at a time in Unix seconds. */
export function isMutedAt(
  member: { muted: number | null; muted_until: number | null },
  now: number,
): boolean {
  return member.muted === 1 && (!member.muted_until || member.muted_until > now);
}
