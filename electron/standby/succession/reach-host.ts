import { connectTls } from '../../remote/tls-connection';

/** Who is looked for: the `HOST:PORT` where it waits, the fingerprint of the community's key, and its lowest term. */
export interface SoughtHost {
  addresses: readonly string[];
  key: string;
  term: number;
}

/** Whether a host of the community answers that has at least this term; `certificate` is shown to it, if given. */
export async function answersAsHost(
  { addresses, key, term }: SoughtHost,
  certificate?: { key: string; cert: string },
): Promise<boolean> {
  const answers = await Promise.all(
    addresses.map(async (address) => {
      const reached = await connectTls(address, certificate).catch(() => null);
      reached?.socket.destroy();
      return reached?.signer === key && reached.term >= term;
    }),
  );
  return answers.includes(true);
}
