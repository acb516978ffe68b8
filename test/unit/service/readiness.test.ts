import { expect, test } from 'vitest';
import type { Store } from '../../../electron/database/open';
import { requireReady } from '../../../electron/service/processes/open-processes';

test('a service whose database does not answer in time is not ready', async () => {
  const store = { read: () => new Promise(() => undefined) } as unknown as Store;
  const ready = requireReady(store, null, AbortSignal.timeout(1));
  await expect(ready).rejects.toMatchObject({ code: 'unavailable' });
});
