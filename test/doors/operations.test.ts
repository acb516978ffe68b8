import { pino } from 'pino';
import { onTestFinished, expect, test } from 'vitest';
import { createMetrics } from '../../electron/operations/metrics';
import { openOperationsServer } from '../../electron/operations/operations-server';
import { testService, testServiceOver } from '../support/service';

test('the operations port reports health, readiness and metrics', async () => {
  const t = await testService();
  await t.person('Ann');
  const metrics = createMetrics();
  const measured = testServiceOver(metrics.measure(t.service), t.clock);
  let failure: Error | null = null;
  const server = await openOperationsServer({
    host: '127.0.0.1',
    port: 0,
    metrics,
    requireReady: () => (failure ? Promise.reject(failure) : t.service.requireReady()),
    logger: pino({ level: 'silent' }),
  });
  onTestFinished(() => server.close());
  const read = async (path: string) => {
    const response = await fetch(`${server.url}${path}`);
    return { status: response.status, text: await response.text() };
  };

  await measured.open('community.get', {});
  await measured.refusedOpen('people.me', {});
  expect(await read('/healthz')).toEqual({ status: 200, text: 'ok\n' });
  expect(await read('/readyz')).toEqual({ status: 200, text: 'ready\n' });
  const { text } = await read('/metrics');
  expect(text).toContain('courtyard_call_duration_seconds_count{call="community.get"} 1');
  expect(text).toContain('courtyard_call_errors_total{call="people.me",code="auth_failed"} 1');
  expect(text).toContain('courtyard_event_connections 0');
  expect((await read('/community')).status).toBe(404);

  failure = new Error('the database is away');
  expect((await read('/readyz')).status).toBe(503);
  expect((await read('/healthz')).status).toBe(200);
  failure = null;
  server.drain();
  expect(await read('/readyz')).toEqual({ status: 503, text: 'stopping\n' });
});

test('an address that this machine lacks is named with its flag', async () => {
  const opening = openOperationsServer({
    host: '192.0.2.1',
    port: 0,
    metrics: createMetrics(),
    requireReady: () => Promise.resolve(),
    logger: pino({ level: 'silent' }),
  });
  await expect(opening).rejects.toThrow(
    'This machine has no address 192.0.2.1 to listen on. Name one of its own with --operations.',
  );
});
