import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { CHANNELS, type Bridge, type BridgeFrame, type PracticeState } from '../shared/bridge';

/** The line that was opened last: what is still under way from an earlier one is dropped. */
let line = 0;

const bridge: Bridge = {
  call: (name, input, options) => ipcRenderer.invoke(CHANNELS.call, name, input, options),
  on: (listener) => {
    const hear = (_event: IpcRendererEvent, of: number, frame: string) => {
      if (of === line) listener(JSON.parse(frame) as BridgeFrame);
    };
    ipcRenderer.on(CHANNELS.event, hear);
    return () => void ipcRenderer.off(CHANNELS.event, hear);
  },
  connect: (options) => ipcRenderer.invoke(CHANNELS.connect, ++line, options),
  command: (command) => ipcRenderer.send(CHANNELS.command, command),
  disconnect: () => ipcRenderer.send(CHANNELS.disconnect, line++),
  practice: (act) => ipcRenderer.invoke(CHANNELS.practice, act) as Promise<PracticeState>,
};

contextBridge.exposeInMainWorld('courtyard', bridge);
