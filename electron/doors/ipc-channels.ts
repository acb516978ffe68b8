import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent, WebContents } from 'electron';
import {
  MESSAGES,
  PUSHES,
  REQUESTS,
  type IpcMessages,
  type Pushes,
  type Requests,
} from '../../shared/channels';

/** The handlers of some IPC channels. Each handler checks the sender and the arguments. */
export type HandlersOf<K extends keyof ChannelHandlers> = Pick<ChannelHandlers, K>;

/** Registers the handler of every IPC channel that pages use. A missing handler does not compile. */
export function answerChannels(ipc: Pick<IpcMain, 'handle' | 'on'>, handlers: ChannelHandlers): void {
  for (const name of namesOf(REQUESTS)) ipc.handle(REQUESTS[name], handlers[name]);
  for (const name of namesOf(MESSAGES)) ipc.on(MESSAGES[name], handlers[name]);
}

/** Sends a message to the pages of a window. */
export function push<K extends keyof Pushes>(
  window: Pick<WebContents, 'send'>,
  name: K,
  ...values: Parameters<Pushes[K]>
): void {
  window.send(PUSHES[name], ...values);
}

function namesOf<T extends object>(table: T): (keyof T)[] {
  return Object.keys(table) as (keyof T)[];
}

/** The arguments that a page sent: unknown until they are checked. */
type Unchecked<T extends unknown[]> = { [K in keyof T]: unknown };

type RequestHandlers = {
  [K in keyof Requests]: (
    event: IpcMainInvokeEvent,
    ...values: Unchecked<Required<Parameters<Requests[K]>>>
  ) => ReturnType<Requests[K]> | Promise<ReturnType<Requests[K]>>;
};

type MessageHandlers = {
  [K in keyof IpcMessages]: (event: IpcMainEvent, ...values: Unchecked<Parameters<IpcMessages[K]>>) => void;
};

type ChannelHandlers = RequestHandlers & MessageHandlers;
