import { writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { lanDoors } from '../../../electron/doors/lan';
import { openService } from '../../../electron/service';
import { LoneMachine } from '../../support/machine';

/** The host of `kills.test.ts`: shares its community on the loopback, where one of its people writes without end. */
const [, , data = '', token = '', dialog = ''] = process.argv;
const SETTINGS = { captchaCost: 1, smtp: null, mailFrom: 'courtyard@localhost' };
const logger = pino({ level: 'silent' });
const service = await openService({ data, settings: SETTINGS, machine: new LoneMachine() });
const settings = { host: '127.0.0.1', hosts: [], origins: [] };
await service.sharing.begin(lanDoors({ service, settings, logger }));
let isWriting = true;
process.on('message', (question: 'quiet' | 'close') => {
  isWriting = false;
  const done = question === 'close' ? service.close() : service.settled();
  void done.then(() => {
    process.send?.({ question });
    if (question === 'close') process.disconnect();
  });
});
writeSync(1, 'ready\n');
const session = { token, address: '', userAgent: 'test' };
const dialog_id = Number(dialog);
for (let number = 0; isWriting; number++) {
  const text = `From the host, ${process.pid}, ${number}`;
  await service.call(session, 'dialogs.send', { dialog_id, text }).catch(() => undefined);
  await pause(50);
}
