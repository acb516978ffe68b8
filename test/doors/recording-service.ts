import { pino } from 'pino';
import type { Service, Session } from '../../electron/service';
import type { Name } from '../../shared/contract';

/** A logger without output. */
export const silent = pino({ enabled: false });

/** The event number at which every answer is read. */
export const SEQ = 7;

/** A call that a door passed to the service. */
export interface Recorded {
  session: Session;
  name: Name;
  input: unknown;
  key: string | undefined;
}

/**
 * Returns a service that records calls and returns an answer set by the test, for behaviour that depends only on the
 * door.
 */
export function recordingService() {
  const calls: Recorded[] = [];
  let answer: () => unknown = () => ({ ok: true });
  const call = async (session: Session, name: Name, input: unknown, key?: string) => {
    calls.push({ session, name, input, key });
    return Promise.resolve(answer());
  };
  return {
    // The answers are set by the test and need not match the contract.
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
      hosting: { successor: null },
    },
    calls,
    answerWith: (next: () => unknown) => {
      answer = next;
    },
  };
}

/** Rejects: uploads and content are tested with a real service. */
function nothing(): Promise<never> {
  return Promise.reject(new Error('a service that records takes no bytes and has none'));
}
