import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { connectTls } from '../../electron/remote/tls-connection';
import { openService } from '../../electron/service';
import { MessageStream } from '../../electron/standby/message-stream';
import { HostMessage, PROTOCOL, type StandbyMessage } from '../../electron/standby/messages';
import { STANDBY } from '../../shared/limits';
import { parseLink } from '../../electron/standby/link';
import { StandbyFolder } from '../../electron/standby/copy/standby-folder';
import { TEST_SETTINGS, testService } from '../support/service';
import { hostInProcess, standbyInProcess } from './in-process';

const REFUSED = /This link has expired or was already used/;

test('a link pairs one standby, once', async () => {
  const host = await hostInProcess();
  expect(await host.state()).toEqual({
    ...{ State: 'none', Name: '', Behind: 0, Seen: 0, Durable: 0, Problem: '', Unreadable: 0 },
    ...{ Wait: false, WaitSuspended: false, Successor: null, ByDatabase: false },
    Witness: { State: 'none', Name: '', Seen: 0, Automatic: false },
    Backups: { On: false, LastGood: 0, Overdue: false, Failure: '' },
  });
  const link = await host.link();
  const first = await standbyInProcess(host.folder('first'), link);
  expect(await first.inStep).toBe('Courtyard');
  const second = await standbyInProcess(host.folder('second'), link);
  expect(await second.ended).toMatch(REFUSED);
  expect((await host.inStep()).State).toBe('in_step');
  const actions = (await host.owner.call('admin.acts', {})).map((entry) => entry.Act);
  expect(actions).toContain('pair_standby');
});

test('a wrong code is rejected and does not use up the link', async () => {
  const host = await hostInProcess();
  const link = await host.link();
  const { code } = parseLink(link)!;
  const wrong = await standbyInProcess(
    host.folder('wrong'),
    link.replace(code, code.split('').reverse().join('')),
  );
  expect(await wrong.ended).toMatch(REFUSED);
  expect(existsSync(join(host.folder('wrong'), 'courtyard.db'))).toBe(false);
  const right = await standbyInProcess(host.folder('right'), link);
  expect(await right.inStep).toBe('Courtyard');
});

test('a standby of an earlier version is refused, and its link stays valid', async () => {
  const host = await hostInProcess();
  const link = await host.link();
  const parsed = parseLink(link)!;
  const { addresses, code } = parsed;
  const folder = await StandbyFolder.open(host.folder('older'), parsed);
  const { socket } = await connectTls(addresses[0]!, folder.record.certificate);
  const stream = new MessageStream<StandbyMessage, HostMessage>(socket, HostMessage);
  const older = { protocol: PROTOCOL - 1, name: 'old', code, returnsContents: false, log: null, ended: null };
  await stream.send({ type: 'hello', ...older });
  const answer = await stream.received().next();
  expect(answer.value?.message).toEqual({ type: 'refused', reason: 'version' });
  await folder.close();
  const right = await standbyInProcess(host.folder('right'), link);
  expect(await right.inStep).toBe('Courtyard');
});

test('a link expires after an hour, and a newer link replaces it', async () => {
  const host = await hostInProcess();
  const earlier = await host.link();
  const later = await host.link();
  expect(await (await standbyInProcess(host.folder('earlier'), earlier)).ended).toMatch(REFUSED);
  host.now.clock.advance(STANDBY.link + 1);
  expect(await (await standbyInProcess(host.folder('later'), later)).ended).toMatch(REFUSED);
});

test('a second standby replaces the first one when it uses the link that the owner made for it', async () => {
  const host = await hostInProcess();
  const first = await standbyInProcess(host.folder('first'), await host.link());
  await first.inStep;
  const link = await host.link();
  expect((await host.inStep()).State).toBe('in_step');
  const second = await standbyInProcess(host.folder('second'), link);
  await second.inStep;
  expect(await first.ended).toMatch(/removed it or paired another one/);
  await host.inStep();
});

test('a removed standby is disconnected, and can be paired again in its folder', async () => {
  const host = await hostInProcess();
  const standby = await standbyInProcess(host.folder('standby'), await host.link());
  await standby.inStep;
  await host.owner.call('admin.removeStandby', {});
  expect(await standby.ended).toMatch(/removed it/);
  expect((await host.state()).State).toBe('none');
  const again = await standbyInProcess(host.folder('standby'), await host.link());
  await again.inStep;
});

test('a standby trusts only the community of its link', async () => {
  const [host, stranger] = [await hostInProcess(), await hostInProcess()];
  const { addresses, code } = parseLink(await stranger.link())!;
  const { key } = parseLink(await host.link())!;
  const forged = `courtyard-standby://${addresses[0]}/?key=${key}&code=${code}`;
  const standby = await standbyInProcess(host.folder('standby'), forged);
  // The stranger would accept its code: the next connection with the right key does.
  const { key: own } = parseLink(await stranger.link())!;
  expect(own).not.toBe(key);
  await standby.stop();
  expect((await stranger.state()).State).toBe('none');
});

test('folders of communities and of standbys are not mistaken for each other', async () => {
  const host = await hostInProcess();
  const link = await host.link();
  const standby = await standbyInProcess(host.folder('standby'), link);
  await standby.inStep;
  await standby.stop();
  const folder = host.folder('standby');
  await expect(openService({ data: folder, settings: TEST_SETTINGS })).rejects.toThrow(/holds a standby of/);
  const other = parseLink(await (await hostInProcess()).link())!;
  await expect(StandbyFolder.open(folder, other)).rejects.toThrow(/standby of another community/);
  await expect(StandbyFolder.open(host.data, parseLink(link)!)).rejects.toThrow(/holds a community/);
  expect(readFileSync(join(folder, 'standby.json'), 'utf8')).not.toContain(parseLink(link)!.code);
});

test('a community in memory has no standby', async () => {
  const { person } = await testService();
  const owner = await person('Ann');
  expect((await owner.refused('admin.pairStandby', {})).code).toBe('conflict');
});

test('the owner decides whether writes wait for the standby, and the audit log records it', async () => {
  const host = await hostInProcess();
  const refused = await host.owner.refused('admin.updateStandby', { wait: true });
  expect(refused.code).toBe('conflict');
  await host.link();
  expect((await host.owner.call('admin.updateStandby', { wait: true })).Wait).toBe(true);
  await host.owner.call('admin.updateStandby', { wait: true });
  await host.restart();
  expect((await host.state()).Wait).toBe(true);
  expect((await host.owner.call('admin.updateStandby', { wait: false })).Wait).toBe(false);
  const actions = (await host.owner.call('admin.acts', {})).map((entry) => entry.Act);
  expect(actions.filter((action) => action.endsWith('wait_for_standby'))).toEqual(['wait_for_standby']);
  expect(actions).toContain('stop_waiting_for_standby');
});
