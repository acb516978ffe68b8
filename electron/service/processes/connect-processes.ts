import type { Logger } from 'pino';
import type { PostgresStore } from '../../database/postgres/open';
import type { ServiceParts } from '../context';
import type { EphemeralState, StateChange } from '../ephemeral-state';
import type { EventConnections } from '../events/event-connections';
import type { ImportLocks } from '../importing/account-imports';
import { PostgresBus } from './postgres-bus';
import type { ProcessBus, Signal } from './signals';

/** How long changes are collected before the other processes are notified, in milliseconds. */
const COLLECT_MS = 20;
/** Changes sent in one signal. */
const CHANGES_PER_SIGNAL = 40;

export interface ConnectedProcesses extends ProcessBus {
  /** Whether this process is the leader, which sends email and sweeps content. */
  readonly isLeader: boolean;
  /** The connections of this process. Changes that concern other processes are sent to them. */
  connections: ServiceParts['connections'];
  begin: () => Promise<void>;
  close: () => Promise<void>;
  /** Locks that end with the process. */
  imports: ImportLocks;
}

export interface ConnectProcessesOptions {
  postgres: PostgresStore['postgres'];
  ephemeral: EphemeralState;
  connections: EventConnections;
  logger: Logger;
  /** Reads the events that other processes have stored. */
  catchUp: () => void;
  /** Shows that a person types to those who are connected here. */
  showTyping: (person: number, dialog: number) => void;
  /** Looks for stored email and scheduled items. */
  wake: () => void;
  /** Goes on with what another process did that is gone. */
  takeOver: () => void;
  /** Applies to open connections what was stored of their sessions: a sign-out or a new role may have been missed. */
  recheckConnections: () => void;
  /** The database may be on another server now, or another process has found that it is. */
  recheckEvents: () => void;
}

/** Connects a process to the others that serve the same community. */
export function connectProcesses(options: ConnectProcessesOptions): ConnectedProcesses {
  const { postgres, ephemeral, connections, logger } = options;
  const bus = new PostgresBus({
    url: postgres.url,
    logger,
    onEvents: options.catchUp,
    onSignal: receive,
    onReconnect: resume,
    onGone: (process) => {
      forget(process);
      options.takeOver();
    },
    onLeader: options.wake,
  });
  let collected: StateChange[] = [];
  /** Requests by the identifier of the token. */
  const requests = new Map<number, number>();
  ephemeral.onChange = (change) => {
    if (collected.length + requests.size === 0) setTimeout(flush, COLLECT_MS).unref();
    if (change.kind === 'requests')
      requests.set(change.token, (requests.get(change.token) ?? 0) + change.count);
    else collected.push(change);
  };

  return {
    get isLeader() {
      return bus.isLeader;
    },
    send: (signal) => bus.send(signal),
    begin: () => bus.begin(),
    close: () => bus.close(),
    imports: {
      lock: (person) => bus.lock(person),
      unlock: (person) => bus.unlock(person),
    },
    connections: {
      countByToken: (caller) => connections.countByToken(caller),
      close: (of) => {
        connections.close(of);
        bus.send({ kind: 'close', of });
      },
      changeRole: (person, role) => {
        connections.changeRole(person, role);
        bus.send({ kind: 'role', person, role });
      },
      announce: (person) => {
        connections.announce(person);
        bus.send({ kind: 'announce', person });
      },
    },
  };

  function flush(): void {
    const changes = collected;
    for (const [token, count] of requests) changes.push({ kind: 'requests', token, count });
    collected = [];
    requests.clear();
    for (let start = 0; start < changes.length; start += CHANGES_PER_SIGNAL)
      bus.send({ kind: 'state', changes: changes.slice(start, start + CHANGES_PER_SIGNAL) });
  }

  /** Resynchronizes with the other processes, whose signals were lost in the meantime. */
  function resume(): void {
    for (const process of ephemeral.presence.processes) forget(process);
    bus.send({ kind: 'hello', isAgain: true });
    sendPresence();
    options.recheckEvents();
    options.recheckConnections();
    options.takeOver();
  }

  function sendPresence(): void {
    for (const one of ephemeral.presence.peopleHere()) collected.push({ kind: 'present', ...one });
    flush();
  }

  function forget(process: string): void {
    for (const person of ephemeral.presence.forgetProcess(process)) connections.announce(person);
  }

  function receive(signal: Signal, from: string): void {
    if (signal.kind === 'state') {
      for (const change of signal.changes) {
        const person = ephemeral.apply(change, from);
        if (person !== null) connections.announce(person);
      }
    } else if (signal.kind === 'hello') {
      forget(from);
      sendPresence();
      options.recheckEvents();
      if (signal.isAgain) options.recheckConnections();
    } else if (signal.kind === 'close') connections.close(signal.of);
    else if (signal.kind === 'role') connections.changeRole(signal.person, signal.role);
    else if (signal.kind === 'announce') connections.announce(signal.person);
    else if (signal.kind === 'typing') options.showTyping(signal.person, signal.dialog);
    else if (signal.kind === 'queued') options.wake();
  }
}
