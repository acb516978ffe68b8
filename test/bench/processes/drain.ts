import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Outbox } from '../../../electron/outbox/outbox';
import { OutboxSender } from '../../../electron/outbox/outbox-sender';
import { httpTransport } from '../../../shared/client/http';
import { Unreachable } from '../../../shared/client/transport';
import { answerJobs } from './answering';

/** A helper process that sends the commands of an outbox to the program, of whose answers some are lost. */

export interface DrainJob {
  url: string;
  token: string;
  dialog: number;
  commands: number;
  /** The share of lost answers. */
  loss: number;
}

export interface DrainResult {
  seconds: number;
  /** Those of them in which the program's limit of requests per second was awaited. */
  waited: number;
}

async function run({ url, token, dialog, commands, loss }: DrainJob): Promise<DrainResult> {
  const folder = mkdtempSync(join(tmpdir(), 'courtyard-drain-'));
  const outbox = new Outbox(join(folder, 'outbox.db'));
  const transport = httpTransport({ url });
  const now = () => Date.now() / 1000;
  let attempts = 0;
  const sender = new OutboxSender({
    outbox,
    send: async (name, input, key) => {
      const answer = await transport.call(name, input, { token, key });
      // Spread evenly, so that each run loses the same number.
      if (Math.floor(++attempts * loss) > Math.floor((attempts - 1) * loss)) throw new Unreachable();
      return answer;
    },
    onSettled: () => undefined,
    program: '',
    now,
  });
  try {
    for (let number = 0; number < commands; number++) {
      const key = `bench-drain-${process.pid}-${Date.now()}-${number}`;
      const input = { dialog_id: dialog, text: `Written while the host was away, ${number}` };
      outbox.add({ key, name: 'dialogs.send', input, madeAt: now(), program: '' });
    }
    const begun = performance.now();
    let waited = 0;
    while ((await sender.drain()) === 'away') {
      const left = Math.max(0, sender.retryAt - now());
      if (left > 0) await wait(left * 1000);
      waited += left;
    }
    return { seconds: (performance.now() - begun) / 1000, waited };
  } finally {
    outbox.close();
    rmSync(folder, { recursive: true });
  }
}

answerJobs(run);
