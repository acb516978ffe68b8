import { expect as playwrightExpect, type Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UpdateAction } from '../../../shared/bridge';
import type { Bridge } from '../../../shared/channels';
import { stage, startDesktop, temporaryFolder, type Desktop } from '../desktop';

const expectOf = playwrightExpect.configure({ timeout: 30_000 });

// Tests the update of an AppImage. Other formats differ only in the last step, which belongs to the library.
describe.runIf(stage === 'the stand-in' && process.platform === 'linux')('an update', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let place: Server;
  let asked: string[];
  let desktop: Desktop | undefined;
  /** The files on the update server, by path. */
  let offered: Record<string, Buffer>;

  beforeEach(async () => {
    folder = await temporaryFolder();
    [asked, offered] = [[], {}];
    place = createServer((request, answer) => {
      const path = new URL(request.url ?? '/', 'http://place').pathname;
      asked.push(path);
      const bytes = offered[path];
      answer.writeHead(bytes ? 200 : 404, { 'content-length': bytes?.length ?? 0 }).end(bytes);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => place.once('listening', resolve));
    await writeFile(application(), 'the old program');
    await chmod(application(), 0o755);
  });
  afterEach(async () => {
    await desktop?.quit().catch(() => undefined);
    place.closeAllConnections();
    await new Promise((resolve) => place.close(resolve));
    await folder.remove();
  });

  function application(): string {
    return join(folder.path, 'Courtyard.AppImage');
  }

  /** Returns a program that leaves a mark when it is started. */
  function newProgram(): Buffer {
    return Buffer.from(`#!/bin/sh\necho started > '${join(folder.path, 'mark')}'\n`);
  }

  function offer(version: string, bytes: Buffer, said = bytes): void {
    const name = `Courtyard-${version}.AppImage`;
    const sha512 = createHash('sha512').update(said).digest('base64');
    const file = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`;
    offered[`/${file}`] = Buffer.from(
      `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${said.length}\n` +
        `path: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-01-05T08:00:00.000Z'\n`,
    );
    offered[`/${name}`] = bytes;
  }

  async function open(env: Record<string, string> = {}): Promise<Page> {
    const { port } = place.address() as AddressInfo;
    desktop = await startDesktop(folder.path, {
      STAGE_PACKAGED: '1',
      APPIMAGE: application(),
      XDG_CACHE_HOME: join(folder.path, 'cache'),
      COURTYARD_UPDATES: `http://127.0.0.1:${port}`,
      ...env,
    });
    return desktop.page;
  }

  function update(page: Page, action: UpdateAction) {
    return page.evaluate(
      (action) => (window as unknown as { courtyard: Bridge }).courtyard.update(action),
      action,
    );
  }

  const at = (page: Page) => async () => (await update(page, 'look')).at;

  it('is checked, downloaded and installed only on request', async () => {
    offer('99.0.0', newProgram());
    const page = await open();
    expect(await update(page, 'look')).toMatchObject({ at: 'idle', version: '' });
    expect(asked).toEqual([]);
    for (const early of ['fetch', 'install'] as const) await update(page, early);
    expect(await at(page)()).toBe('idle');
    await update(page, 'check');
    await expectOf.poll(at(page)).toBe('found');
    expect(await update(page, 'look')).toMatchObject({ version: '99.0.0' });
    expect(asked).not.toContain('/Courtyard-99.0.0.AppImage');
    await update(page, 'fetch');
    await expectOf.poll(at(page)).toBe('ready');
    expect(await readFile(application(), 'utf8')).toBe('the old program');

    const ended = desktop?.ended;
    await update(page, 'install').catch(() => undefined);
    expect(await ended).toBe(0);
    const [entry] = asked.slice(-1);
    expect(entry).toBe('/Courtyard-99.0.0.AppImage');
    const mark = () => readFile(join(folder.path, 'mark'), 'utf8').catch(() => '');
    await expectOf.poll(mark).toBe('started\n');
  });

  it('is rejected when its bytes differ from the published hash', async () => {
    offer('99.0.0', Buffer.from('something else'), newProgram());
    const page = await open();
    await update(page, 'check');
    await expectOf.poll(at(page)).toBe('found');
    await update(page, 'fetch');
    await expectOf.poll(at(page)).toBe('failed');
    expect(await readFile(application(), 'utf8')).toBe('the old program');
  });

  it('is not offered when the published version is older or missing', async () => {
    const page = await open();
    await update(page, 'check');
    await expectOf.poll(at(page)).toBe('failed');
    offer('0.0.1', newProgram());
    await update(page, 'check');
    await expectOf.poll(at(page)).toBe('newest');
  });

  it('is not checked without an update address', async () => {
    const page = await open({ COURTYARD_UPDATES: '' });
    await update(page, 'check');
    expect(await update(page, 'look')).toMatchObject({ at: 'unset' });
    expect(asked).toEqual([]);
  });
});
