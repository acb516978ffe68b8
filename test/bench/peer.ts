import { MANY, READERS } from './loads';
import type { Bench } from './measures';
import { startProgram } from './processes';
import { PASSWORD, PEOPLE, startProsody } from './prosody';
import { newest, sending } from './requests';

const TEXT = 'A line as people write it in the evening, about the keys of the shed';

/**
 * Measures a peer in the same run: Prosody, a chat server that also keeps an archive in SQLite. It does much less with
 * a message than a community needs, and nothing of walls and files. Skipped if it isn't installed.
 */
export async function measurePeer({ table, load, xmpp, seconds, copy }: Bench): Promise<void> {
  const peer = await startProsody();
  if (!peer) return void process.stderr.write(MISSING);
  const program = await startProgram(await copy());
  try {
    table.note('peerStart', { ours: program.startedIn, floor: peer.startedIn });
    table.note('peerMemory', {
      ours: (await program.report()).memory / 1024 ** 2,
      floor: peer.memory() / 1024 ** 2,
    });
    const job = { port: peer.port, people: PEOPLE, password: PASSWORD, text: TEXT, seconds };
    const theirs = await xmpp.do({ ...job, sending: MANY, reading: READERS });
    const { url } = program;
    const sent = await load.do({ url, inFlight: MANY, seconds, requests: sending() });
    const read = await load.do({ url, inFlight: READERS, seconds, requests: newest() });
    table.note('peerSend', { ours: sent.perSecond, floor: theirs.sentPerSecond });
    table.note('peerPage', { ours: read.perSecond, floor: theirs.pagesPerSecond });
  } finally {
    await Promise.all([peer.stop(), program.stop()]);
  }
}

const MISSING = 'skipped: Prosody is not installed (Debian: apt-get install prosody lua-dbi-sqlite3)\n';
