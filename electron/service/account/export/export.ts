import { setImmediate as pause } from 'node:timers/promises';
import type { Download } from '../../../../shared/contract/download';
import type { DialogModel, UserModel } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { recheckCaller, requirePerson } from '../../access/access';
import type { ReadContext } from '../../context';
import { listDialogIds } from '../../dialogs/queries';
import { dialogsOf } from '../../dialogs/records';
import { ownUser } from '../../people/records';
import { takeExport } from '../attempts';
import { conversationFiles, folderOf, titleOf } from './conversations';
import { jsonOfOne } from './json';
import { libraries, libraryFiles } from './libraries';
import { listOfLinks, pageOf, timeOf } from './page';
import { sections } from './sections';
import { zipOf, type ZippedFile } from './zip';
import { readPreferences } from '../preferences';

/**
 * Everything of the caller's as a zip: each thing as JSON, in the records of this interface, and as a page for a browser,
 * beginning with index.html. Nothing is read before the bytes are, and a little at a time, so that others do not wait.
 */
export function exportAll(ctx: ReadContext): Download {
  const { id } = requirePerson(ctx);
  takeExport(ctx, id);
  const at = new Date(ctx.now() * 1000);
  return {
    Name: `courtyard-${at.toISOString().slice(0, 10)}.zip`,
    Type: 'application/zip',
    Bytes: zipOf(filesOf(ctx), at),
  };
}

async function* filesOf(ctx: ReadContext): AsyncGenerator<ZippedFile> {
  const { id } = requirePerson(ctx);
  const person = await ownUser(ctx, id);
  if (!person) throw new AppError('not_found');
  const dialogs = await dialogsOf(ctx, await listDialogIds(ctx.db, id));
  yield { path: 'index.html', content: pageOf({ title: 'Your data' }, startPage(ctx, person, dialogs)) };
  yield { path: 'data/profile.json', content: jsonOfOne(person) };
  yield { path: 'data/preferences.json', content: jsonOfOne(await readPreferences(ctx)) };
  yield { path: 'data/dialogs.json', content: jsonOfOne(dialogs) };
  for (const section of sections) {
    await requireStillCaller(ctx);
    yield { path: `data/${section.name}.json`, content: section.json(ctx) };
    yield { path: `${section.name}.html`, content: section.page(ctx) };
  }
  for (const library of libraries) {
    await requireStillCaller(ctx);
    yield* libraryFiles(ctx, library);
  }
  for (const dialog of dialogs) {
    await requireStillCaller(ctx);
    yield* conversationFiles(ctx, dialog);
  }
}

/** It takes a while: somebody whose token ended or who was banned meanwhile gets no more. */
async function requireStillCaller(ctx: ReadContext): Promise<void> {
  await pause();
  if (!(await recheckCaller(ctx.db, requirePerson(ctx)))) throw new AppError('auth_failed');
}

function* startPage(ctx: ReadContext, person: UserModel, dialogs: readonly DialogModel[]): Generator<string> {
  yield `<p>Made on ${timeOf(ctx.now())}. The same lies beside, as JSON, for programs.</p>\n<h2>You</h2>\n`;
  yield listOfLinks([
    {
      to: 'data/profile.json',
      text: [person.Name, person.Surname].join(' ').trim(),
      note: person.Email ?? '',
    },
    { to: 'data/preferences.json', text: 'Preferences' },
    ...sections.map(({ name, title }) => ({ to: `${name}.html`, text: title })),
    ...libraries.map(({ name, title }) => ({ to: `${name}.html`, text: title })),
  ]);
  yield '<h2>Conversations</h2>\n';
  yield listOfLinks(
    dialogs.map((dialog) => ({
      to: `${folderOf(dialog)}/1.html`,
      text: titleOf(dialog),
      note: `${dialog.Type}, ${timeOf(dialog.Timestamp)}`,
    })),
  );
}
