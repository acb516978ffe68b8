import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../electron/database/open';
import { EventCatchUp } from '../../electron/service/processes/event-catch-up';

test('a database that is away is logged once, and that it is back', async () => {
  const store = openStore(':memory:');
  onTestFinished(() => store.close());
  let isAway = true;
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) });
  const catchUp = new EventCatchUp({
    store: {
      get reader() {
        if (isAway) throw new Error('the database is away');
        return store.reader;
      },
    },
    seq: () => 0,
    accept: () => undefined,
    logger,
  });
  for (let attempt = 0; attempt < 5; attempt++) await catchUp.run();
  expect(lines).toEqual(['stored events could not be read']);
  isAway = false;
  for (let attempt = 0; attempt < 5; attempt++) await catchUp.run();
  expect(lines).toEqual(['stored events could not be read', 'stored events can be read again']);
});
