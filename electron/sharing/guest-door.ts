import type { HostCertificate } from '../identity/certificate';

/** The open door for guests on the network. */
export interface OpenDoor {
  /** Port it listens on. */
  port: number;
  /** Allows or forbids connections without TLS. */
  setPlain: (plain: boolean) => void;
  /** Presents another certificate to new connections; existing ones stay open. */
  setCertificate: (certificate: HostCertificate) => void;
  /** Stops listening immediately; resolves when all connections are closed, after two seconds at most. */
  close: () => Promise<void>;
}

/** Opens the door on all addresses of this machine. Throws the system's error if the port is not available. */
export type OpenDoors = (how: {
  port: number;
  plain: boolean;
  certificate: HostCertificate;
  /** Returns the current names and addresses of this machine. */
  names: () => ReadonlySet<string>;
  /** Called with the address of each machine that connects. */
  onVisitor: (address: string) => void;
}) => Promise<OpenDoor>;
