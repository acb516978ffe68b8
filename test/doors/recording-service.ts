import { pino } from 'pino';
import type { Service, Session } from '../../electron/service';
import type { Name } from '../../shared/contract';

/** A logger for tests that say nothing. */
export const silent = pino({ enabled: false });

/** The number of the event log at which every answer is read. */
export const SEQ = 7;

/** What a door handed over. */
export interface Recorded {
  session: Session;
  name: Name;
  input: unknown;
  key: string | undefined;
}

/** A service that notes what a door hands it and answers as it is told: for what only the door decides. */
export function recordingService() {
  const calls: Recorded[] = [];
  let answer: () => unknown = () => ({ ok: true });
  const call = async (session: Session, name: Name, input: unknown, key?: string) => {
    calls.push({ session, name, input, key });
    return Promise.resolve(answer());
  };
  return {
    // Its answers are those of the test, not of the contract.
    service: {
      isMember: () => Promise.resolve(false),
      call: call as Service['call'],
      answer: (async (...given: Parameters<typeof call>) => ({
        value: await call(...given),
        seq: SEQ,
      })) as Service['answer'],
      receive: nothing,
      resumable: { largest: 0, create: nothing, find: nothing, append: nothing, remove: nothing },
      requireData: () => undefined,
      content: nothing,
    },
    calls,
    answerWith: (next: () => unknown) => {
      answer = next;
    },
  };
}

/** Bytes are tested on a real service. */
function nothing(): Promise<never> {
  return Promise.reject(new Error('a service that records takes no bytes and has none'));
}
