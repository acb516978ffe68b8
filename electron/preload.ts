import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import {
  type AlertAnswer,
  type Bridge,
  type BridgeFrame,
  CHANNELS,
  type Communities,
  type Desk,
  type Diagnosis,
  type Envelope,
  type FindingState,
  type PracticeState,
  type SignedIn,
  type UpdateState,
} from '../shared/bridge';

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
  badge: (count) => ipcRenderer.send(CHANNELS.badge, count),
  alert: (alert) => ipcRenderer.send(CHANNELS.alert, alert),
  endAlert: (tag) => ipcRenderer.send(CHANNELS.endAlert, tag),
  chooseAlerts: (choices) => ipcRenderer.send(CHANNELS.chooseAlerts, choices),
  onAlert: (listener) => {
    const hear = (_event: IpcRendererEvent, answer: AlertAnswer) => listener(answer);
    ipcRenderer.on(CHANNELS.alertAnswer, hear);
    return () => void ipcRenderer.off(CHANNELS.alertAnswer, hear);
  },
  update: (act) => ipcRenderer.invoke(CHANNELS.update, act) as Promise<UpdateState>,
  dragOut: (files) => ipcRenderer.send(CHANNELS.dragOut, files),
  desk: (change) => ipcRenderer.invoke(CHANNELS.desk, change) as Promise<Desk>,
  find: (act) => ipcRenderer.invoke(CHANNELS.find, act) as Promise<FindingState>,
  examine: (host) => ipcRenderer.invoke(CHANNELS.examine, host) as Promise<Diagnosis>,
  camera: (act) => ipcRenderer.invoke(CHANNELS.camera, act) as Promise<boolean>,
  session: (change) => ipcRenderer.invoke(CHANNELS.session, change) as Promise<SignedIn | null>,
  communities: (act) => ipcRenderer.invoke(CHANNELS.communities, act) as Promise<Envelope>,
  onCommunities: (listener) => {
    const hear = (_event: IpcRendererEvent, now: Communities) => listener(now);
    ipcRenderer.on(CHANNELS.communitiesNow, hear);
    return () => void ipcRenderer.off(CHANNELS.communitiesNow, hear);
  },
};

contextBridge.exposeInMainWorld('courtyard', bridge);
