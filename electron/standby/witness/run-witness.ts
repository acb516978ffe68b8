import type { Logger } from 'pino';
import { THIS_MACHINE } from '../../sharing/reachable-addresses';
import { sha256 } from '../chunk-copy';
import { standbyAddresses } from '../host/host-description';
import { parseLink } from '../link';
import { pairWitness } from './pair-witness';
import { WitnessFolder } from './witness-folder';
import { WitnessServer } from './witness-server';

/** The folder and the port of a witness. */
export interface WitnessRunSettings {
  /** The data folder. */
  data: string;
  /** The port on which it waits; null for the one that it had, or a free one. */
  standbyPort: number | null;
  /** Other names under which this machine is reached. */
  hosts: readonly string[];
}

/** When a run of a witness ends, and what it reports. */
export interface WitnessRun {
  logger: Logger;
  stop: Promise<unknown>;
  /** Called with the community's name once it is paired and waits on a port. */
  onReady: (name: string, port: number) => void;
}

/**
 * Is the witness of the community of a link, or with "" of the one that the data folder belongs to, until `stop`.
 * Throws if the text is no link, the host refuses or can't be reached, the folder holds something else, or
 * the port isn't the one at which host and standby look for it.
 */
export async function runWitness(
  { data, standbyPort, hosts }: WitnessRunSettings,
  text: string,
  { logger, stop, onReady }: WitnessRun,
): Promise<void> {
  const link = parseLink(text, 'witness');
  if (text !== '' && link === null)
    throw new Error('The flag --witness needs a link from Settings, Standby.');
  const folder = await WitnessFolder.open(data, link?.key ?? null);
  const server = new WitnessServer(folder, logger);
  try {
    const code = link === null ? '' : sha256(link.code).toString('hex');
    const isPairing = link !== null && folder.record.usedCode !== code;
    const port = standbyPort ?? folder.record.port;
    if (!isPairing && port !== folder.record.port) throw new Error(otherPortMessage(folder.record.port));
    await server.listen(port);
    // On another port, host and standby would not find it.
    if (port !== 0 && server.port !== port) throw new Error(takenPortMessage(port, isPairing));
    folder.update({ port: server.port });
    if (link !== null && isPairing) {
      const addresses = standbyAddresses(THIS_MACHINE, hosts, server.port);
      const name = await pairWitness(link, folder.record.certificate, addresses);
      folder.update({ name, usedCode: code });
    }
    onReady(folder.record.name, server.port);
    await stop;
  } finally {
    await server.close();
    folder.close();
  }
}

function otherPortMessage(port: number): string {
  return `Host and standby look for this witness on port ${port}. Leave out --standby-port, or pair it again with a new link.`;
}

function takenPortMessage(port: number, isPairing: boolean): string {
  const next = isPairing
    ? 'Choose another one with --standby-port, or leave it out.'
    : 'Host and standby look for this witness there: free the port, or pair it again with a new link and another --standby-port.';
  return `Port ${port} is already in use. ${next}`;
}
