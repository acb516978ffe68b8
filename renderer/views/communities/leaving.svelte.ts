/** Leaving the joined community from a menu, after a question. */
class LeaveRequest {
  /** Whether the question is shown. */
  isAsking = $state(false);

  /** Asks. */
  readonly begin = (): void => {
    this.isAsking = true;
  };
}

/** The only instance in the app, which shows its question. */
export const leaveRequest = new LeaveRequest();
