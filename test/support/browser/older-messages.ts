/** What `makeOlderMessagesWait` adds to the window. */
export interface WaitingMessages {
  /** Older messages that are asked for from now on wait. */
  hold: () => void;
  /** The page is given those that wait. */
  release: () => void;
}

/** Runs in the page: older messages come from the host, but can be kept from the page until a chosen moment. */
export function makeOlderMessagesWait(): void {
  const fetched = window.fetch;
  let released = Promise.withResolvers<void>();
  window.fetch = async (...asked) => {
    const { promise } = released;
    const answer = await fetched(...asked);
    if (/[?&]last_id=/.test(answer.url)) await promise;
    return answer;
  };
  const hold = () => void (released = Promise.withResolvers());
  Object.assign(window, { hold, release: () => released.resolve() } satisfies WaitingMessages);
}
