import type { HostCertificate } from '../identity/certificate';

/** The doors that others on the network come through. */
export interface OpenDoor {
  /** Where it listens. */
  port: number;
  /** Lets guests in without TLS, or no longer. */
  setPlain: (plain: boolean) => void;
  /** Shows new guests another certificate; who is inside stays. */
  show: (certificate: HostCertificate) => void;
  /** Listens no more at once; settles when everybody is out, which takes two seconds at most. */
  close: () => Promise<void>;
}

/** Opens the doors on all addresses of this machine. Throws the system's error where the port cannot be had. */
export type OpenDoors = (how: {
  port: number;
  plain: boolean;
  certificate: HostCertificate;
  /** The names and addresses of this machine as they are now. */
  names: () => ReadonlySet<string>;
  /** Told of each machine that comes, by its address. */
  met: (address: string) => void;
}) => Promise<OpenDoor>;
