// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { systemAlerts } from '../../../../renderer/api/desktop/system-alerts';

/** The browser's notifications: one with the tag of another replaces it, which then closes. */
class FakeNotification {
  static permission = 'granted';
  static all: FakeNotification[] = [];
  isOpen = true;
  onclose?: () => void;
  onclick?: () => void;

  constructor(
    readonly title: string,
    readonly options: { tag: string; body: string; silent: boolean; renotify?: boolean },
  ) {
    const replaced = FakeNotification.all.find((one) => one.isOpen && one.options.tag === options.tag);
    FakeNotification.all.push(this);
    queueMicrotask(() => replaced?.close());
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.onclose?.();
  }
}

beforeEach(() => {
  FakeNotification.all = [];
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('isSecureContext', true);
  // In a browser there is no program.
  vi.stubGlobal('courtyard', undefined);
});

const alert = (body: string, isSilent = false) => ({
  tag: 'dialog 7',
  title: 'Ann',
  body,
  isSilent,
  answerText: null,
});
const open = () => FakeNotification.all.filter((one) => one.isOpen).map((one) => one.options.body);

test('a notification that replaced another one closes once it was seen', async () => {
  const system = systemAlerts();
  system.show(alert('First'));
  system.show(alert('Second'));
  await Promise.resolve();
  expect(open()).toEqual(['Second']);
  system.end('dialog 7');
  expect(open()).toEqual([]);
});

test('a notification that replaces another one alerts again, unless it is silent', () => {
  const system = systemAlerts();
  system.show(alert('First'));
  system.show(alert('Second'));
  system.show(alert('Third', true));
  expect(FakeNotification.all.map((one) => one.options.renotify)).toEqual([false, true, false]);
});

test('a permission that is given in the settings of the browser is noticed', async () => {
  const status = new EventTarget();
  vi.stubGlobal('navigator', { permissions: { query: () => Promise.resolve(status) } });
  FakeNotification.permission = 'denied';
  const system = systemAlerts();
  const seen: string[] = [];
  system.onPermission(() => seen.push(system.permission()));
  await Promise.resolve();
  FakeNotification.permission = 'granted';
  status.dispatchEvent(new Event('change'));
  expect(seen).toEqual(['granted']);
});
