import { setImmediate as pause } from 'node:timers/promises';
import type { Parsed } from '../../../../shared/contract';
import type { Download } from '../../../../shared/contract/media/download';
import type { DialogModel, UserModel } from '../../../../shared/contract/records';
import { AppError } from '../../../../shared/errors';
import { recheckCaller, requirePerson } from '../../access/access';
import type { ReadContext } from '../../context';
import { listDialogIds } from '../../dialogs/queries';
import { dialogsOf } from '../../dialogs/records';
import { ownUser } from '../../people/records';
import { countExport } from '../attempts';
import { conversationFiles, folderOf, titleOf } from './conversations';
import { exportLocale, type ExportLocale } from './export-locale';
import { jsonObject } from './json';
import { EXPORT_VERSION, listPath, SOURCE_FILE, type ExportSource } from './layout';
import { libraries, libraryFiles } from './libraries';
import { escapeHtml, listOf, pageOf } from './page';
import { profilePage } from './profile-page';
import { sections } from './sections';
import { createZip, type ZipEntry } from '../../../content/zip';
import { readPreferences } from '../preferences';

/**
 * Exports everything the caller stored and wrote as a zip: JSON in the records of the API, and HTML pages starting at
 * index.html. Data is read as the zip is, in small batches.
 */
export function exportAccount(ctx: ReadContext, input: Parsed<'account.export'>): Download {
  const { id } = requirePerson(ctx);
  countExport(ctx, id);
  const at = new Date(ctx.now() * 1000);
  return {
    Name: `courtyard-${at.toISOString().slice(0, 10)}.zip`,
    Type: 'application/zip',
    Bytes: createZip(exportedFiles(ctx, exportLocale(input)), at),
  };
}

async function* exportedFiles(ctx: ReadContext, locale: ExportLocale): AsyncGenerator<ZipEntry> {
  const { id } = requirePerson(ctx);
  const person = await ownUser(ctx, id);
  if (!person) throw new AppError('not_found');
  const dialogs = await dialogsOf(ctx, await listDialogIds(ctx.db, id));
  const { title } = locale.texts;
  yield {
    path: 'index.html',
    content: pageOf(locale, { title }, startPage(ctx, locale, { person, dialogs })),
  };
  yield { path: SOURCE_FILE, content: jsonObject(sourceOf(ctx)) };
  yield { path: listPath('profile'), content: jsonObject(person) };
  yield { path: 'profile.html', content: profilePage(locale, person) };
  yield { path: listPath('preferences'), content: jsonObject(await readPreferences(ctx)) };
  yield { path: listPath('dialogs'), content: jsonObject(dialogs) };
  for (const section of sections) {
    await requireStillCaller(ctx);
    yield { path: listPath(section.name), content: section.json(ctx) };
    yield { path: `${section.name}.html`, content: section.page(ctx, locale) };
  }
  for (const library of libraries) {
    await requireStillCaller(ctx);
    yield* libraryFiles(ctx, locale, library);
  }
  for (const dialog of dialogs) {
    await requireStillCaller(ctx);
    yield* conversationFiles(ctx, locale, dialog);
  }
}

/** Where the export is from, by which an import recognizes what it imported before. */
function sourceOf(ctx: ReadContext): ExportSource {
  return { Version: EXPORT_VERSION, Community: ctx.community.id, Person: requirePerson(ctx).id };
}

/** Exports take a while: stops if the token was revoked or the caller banned meanwhile. */
async function requireStillCaller(ctx: ReadContext): Promise<void> {
  await pause();
  if (!(await recheckCaller(ctx.db, requirePerson(ctx)))) throw new AppError('auth_failed');
}

function* startPage(
  ctx: ReadContext,
  locale: ExportLocale,
  { person, dialogs }: { person: UserModel; dialogs: readonly DialogModel[] },
): Generator<string> {
  const { texts, timeOf, timeZone } = locale;
  yield `<p>${escapeHtml(texts.made(timeOf(ctx.now()), timeZone))}</p>\n<h2>${escapeHtml(texts.you)}</h2>\n`;
  yield listOf([
    {
      to: 'profile.html',
      text: [person.Name, person.Surname].join(' ').trim(),
      note: person.Email ?? '',
    },
    { to: 'data/preferences.json', text: texts.preferences },
    ...sections.map(({ name }) => ({ to: `${name}.html`, text: texts.lists[name].title })),
    ...libraries.map(({ name, kind }) => ({ to: `${name}.html`, text: texts.libraries[kind] })),
  ]);
  yield `<h2>${escapeHtml(texts.conversations)}</h2>\n`;
  yield listOf(
    dialogs.map((dialog) => ({
      to: `${folderOf(dialog)}/1.html`,
      text: titleOf(dialog, locale),
      note: `${texts.dialogTypes[dialog.Type]}, ${timeOf(dialog.Timestamp)}`,
    })),
  );
}
