import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import type { BridgeFrame } from '../shared/bridge';
import {
  type Bridge,
  MESSAGES,
  type IpcMessages,
  PUSHES,
  type Pushes,
  type RequestFunctions,
  REQUESTS,
} from '../shared/channels';

/** The event connection that was opened last: frames that are still on their way from an earlier one are dropped. */
let connection = 0;

const requests = functionsOf<RequestFunctions>(REQUESTS, (...values) => ipcRenderer.invoke(...values));
const messages = functionsOf<IpcMessages>(MESSAGES, (...values) => ipcRenderer.send(...values));

const bridge: Bridge = {
  ...requests,
  ...messages,
  connect: (options) => requests.connect(++connection, options),
  disconnect: () => {
    connection++;
    messages.disconnect();
  },
  on: (listener) =>
    subscribe('event', (number, frame) => {
      if (number === connection) listener(JSON.parse(frame) as BridgeFrame);
    }),
  onAlert: (listener) => subscribe('alertAnswer', listener),
  onCommunities: (listener) => subscribe('communitiesNow', listener),
  onOutbox: (listener) => subscribe('outboxNow', listener),
  onOffline: (listener) => subscribe('offlineNow', listener),
  onStandbyCopy: (listener) => subscribe('standbyCopyNow', listener),
  onDownloads: (listener) => subscribe('downloadsNow', listener),
  onDragFailed: (listener) => subscribe('dragFailed', listener),
};

contextBridge.exposeInMainWorld('courtyard', bridge);

type Send = (channel: string, ...values: unknown[]) => unknown;

/** A function for each channel of a table. The pages get these, never `ipcRenderer` itself. */
function functionsOf<T>(channels: Record<keyof T, string>, send: Send): T {
  const functions = Object.entries<string>(channels).map(([name, channel]) => [
    name,
    (...values: unknown[]) => send(channel, ...values),
  ]);
  return Object.fromEntries(functions) as T;
}

function subscribe<K extends keyof Pushes>(name: K, listener: Pushes[K]): () => void {
  const receive = (_event: IpcRendererEvent, ...values: Parameters<Pushes[K]>) =>
    listener(...(values as [never, never]));
  ipcRenderer.on(PUSHES[name], receive);
  return () => void ipcRenderer.off(PUSHES[name], receive);
}
