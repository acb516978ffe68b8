/** A system notification to show. */
export interface Alert {
  /** What it is about; an alert replaces a previous one with the same tag. */
  tag: string;
  title: string;
  body: string;
  isSilent: boolean;
  /** The placeholder of the reply field, if the system has one; null if it can't be replied to. */
  answerText: string | null;
}
