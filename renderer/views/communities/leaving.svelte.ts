/** A request, from a menu, to leave the joined community. Asks for confirmation first. */
class LeaveRequest {
  /** Whether the confirmation is shown. */
  isAsking = $state(false);

  /** Shows the confirmation. */
  readonly begin = (): void => {
    this.isAsking = true;
  };
}

/** The only instance; `LeaveCommunity`, at the root of the pages, shows its confirmation. */
export const leaveRequest = new LeaveRequest();
