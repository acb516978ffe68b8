import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { connect, type Socket } from 'node:net';
import { request } from 'node:https';
import { connect as connectTls } from 'node:tls';
import { setTimeout as pause } from 'node:timers/promises';
import type { Diagnosis, FindingState } from '../../shared/bridge';
import { createClient, type Client } from '../../shared/client';
import { diagnose } from '../../electron/discovery/diagnosis';
import { CommunityFinder } from '../../electron/discovery/community-finder';
import { probe, type ProbeResult } from '../../electron/discovery/probe';
import { THIS_MACHINE } from '../../electron/sharing/reachable-addresses';

/** The actions that a guest's process can be asked to perform on its machine. */
export const acts = {
  /** Searches like the app until a community was reached. */
  find: async (): Promise<FindingState> => {
    const finder = new CommunityFinder({ machine: THIS_MACHINE });
    finder.start();
    let state = finder.poll();
    while (!state.found.some(({ isReached }) => isReached)) {
      await pause(50);
      // On a busy machine a search may end without a result; a person would search again.
      if (!state.isSearching) finder.start();
      state = finder.poll();
    }
    finder.stop();
    return state;
  },
  /** Probes an address and returns how far the connection got. */
  knock: (address: string, key: string): Promise<ProbeResult> => {
    const [host = '', port] = address.split(':');
    return probe({ host, port: Number(port), key, timeout: 60_000 });
  },
  /** Diagnoses the connection to a host. */
  diagnose: (address: string, key: string): Promise<Diagnosis> =>
    diagnose({ addresses: [address], key }, { machine: THIS_MACHINE }),
  /** Signs in after checking that the community is reachable, and records the received messages. */
  enter: async (address: string, key: string, token: string): Promise<void> => {
    const { reached } = await acts.knock(address, key);
    if (reached !== 'community') throw new Error(`came as far as ${reached}`);
    client = createClient({ url: `https://${address}`, token, onState: (now) => void (state = now) });
    client.on((heard) => {
      if (heard.Type === 'message') texts.push(heard.Message.Text);
      if (heard.Type === 'reset') texts.push('(reset)');
    });
    await client.listening();
  },
  /** Sends a message and retries until it is answered. */
  send: async (dialog: number, text: string): Promise<void> => {
    await inside().call('dialogs.send', { dialog_id: dialog, text }, { attempts: 1_000 });
  },
  /** Returns all messages of a dialog, oldest first. */
  stored: async (dialog: number): Promise<string[]> => {
    const page = await inside().call('dialogs.messages', { dialog_id: dialog, limit: 100 });
    const written = page.filter(({ Type }) => Type === 'message');
    return written.map(({ Text }) => Text).toReversed();
  },
  /** Creates an invitation for one person. */
  invite: async (): Promise<string> => (await inside().call('admin.createInvite', { maxUses: 1 })).Code,
  /** Creates a link for a standby. */
  pair: async (): Promise<string> => (await inside().call('admin.pairStandby', {})).Link,
  /** Creates a link for a witness. */
  pairWitness: async (): Promise<string> => (await inside().call('admin.pairWitness', {})).Link,
  /** Returns what the host says about its standby. */
  standby: () => inside().call('admin.standby', {}),
  /** Returns the community as the host describes it. */
  community: () => inside().call('community.get', {}),
  /** Returns the texts received since signing in, in order. */
  texts: (): string[] => texts,
  /** Returns the state of the event connection. */
  state: (): string => state,
  /** Makes one request with any headers; returns the status. */
  request: (address: string, path: string, headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const [host, port] = address.split(':');
      const asking = request({ host, port, path, headers, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      asking.on('error', reject);
      asking.end();
    }),
  /** Registers with an invitation; returns the statuses of registering and confirming. */
  join: async (address: string, name: string, invite: string): Promise<number[]> => {
    const at = (path: string, body?: object) =>
      fetch(`https://${address}${path}`, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json' },
      });
    const account = { name, email: `${name}@yard.example`, password: 'correct horse', invite };
    const registered = await at('/register', account);
    const challenge = (await (await at('/captcha')).json()) as Challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    const confirmed = await at('/confirm', { code: invite, captcha });
    return [registered.status, confirmed.status];
  },
  /** Opens `count` idle connections; returns how many were accepted. */
  crowd: async (address: string, count: number): Promise<number> => {
    const [host = '', port] = address.split(':');
    const opened = Array.from(
      { length: count },
      () =>
        new Promise<number>((resolve) => {
          const socket = connect({ host, port: Number(port) }, () => resolve(1));
          socket.on('error', () => resolve(0));
          crowd.push(socket);
        }),
    );
    return (await Promise.all(opened)).reduce((sum, one) => sum + one, 0);
  },
  /** Sends `count` requests at once whose bodies never end. */
  dawdle: async (address: string, count: number): Promise<void> => {
    const [host = '', port] = address.split(':');
    await Promise.all(
      Array.from(
        { length: count },
        () =>
          new Promise<void>((resolve) => {
            const socket = connectTls({ host, port: Number(port), rejectUnauthorized: false }, () => {
              socket.write(
                `POST /login HTTP/1.1\r\nhost: ${address}\r\ncontent-type: application/json\r\n` +
                  'content-length: 1000\r\n\r\n{',
              );
              resolve();
            });
            socket.on('error', () => resolve());
            crowd.push(socket);
          }),
      ),
    );
  },
  /** Sends requests continuously until `stopFlood`. */
  flood: (address: string): void => {
    isFlooding = true;
    const walk = async () => {
      while (isFlooding) await acts.request(address, '/dialogs', { token: 'y.wrong' }).catch(() => 0);
    };
    for (let index = 0; index < 20; index++) void walk();
  },
  stopFlood: (): void => {
    isFlooding = false;
  },
};

export type Acts = typeof acts;

let client: Client | undefined;
let state = 'closed';
let isFlooding = false;
const texts: string[] = [];
const crowd: Socket[] = [];

function inside(): Client {
  if (!client) throw new Error('nobody came in');
  return client;
}

process.on('message', ({ id, act, given }: { id: number; act: keyof Acts; given: never[] }) => {
  const done = (async () => (acts[act] as (...words: never[]) => unknown)(...given))();
  done.then(
    (value) => process.send?.({ id, value }),
    (error: Error) => process.send?.({ id, error: error.message }),
  );
});
