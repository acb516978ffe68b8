import { app, dialog } from 'electron';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localCommand } from '../../commands/local-command';
import { isGiven, requireCompatible } from '../../settings/compatible-settings';
import { flagOf, SettingsError, type Settings } from '../../settings/settings';
import { askSecret, printError, printLine } from '../../commands/terminal';
import { startErrorOf } from '../../commands/start-error';
import { askPassphrase } from '../window/dialog-windows';
import { EXIT_ERROR_ALREADY_SHOWN } from './exit-codes';

/**
 * Runs the command that the settings ask for instead of opening the window, such as `--restore`. Its output is also
 * shown in a dialog, because an installed program may have no terminal. Returns its exit code; null if there is no
 * command.
 */
export async function runCommand(settings: Settings): Promise<number | null> {
  const lines: string[] = [];
  const command = localCommand(settings, {
    print: (line) => {
      printLine(line);
      lines.push(line);
    },
    askSecret: async (question) => (await askSecret(question)) ?? askPassphrase(false),
  });
  if (command === null) {
    rejectIgnored(settings, app.isPackaged ? [...SERVE_COMMANDS, 'database'] : ['database']);
    return null;
  }
  requireCompatible(settings);
  // The profile in the data folder may be in use, and a restore may create that folder.
  const profile = mkdtempSync(join(tmpdir(), 'courtyard-command-'));
  app.setPath('userData', profile);
  await app.whenReady();
  try {
    await command();
    const code = Number(process.exitCode ?? 0);
    await dialog.showMessageBox({
      type: code === 0 ? 'info' : 'warning',
      message: 'Courtyard',
      detail: lines.join('\n'),
      buttons: ['OK'],
      noLink: true,
    });
    return code;
  } catch (error) {
    const message = startErrorOf(error);
    printError(message);
    dialog.showErrorBox('Courtyard', message);
    return EXIT_ERROR_ALREADY_SHOWN;
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Rejects settings that the window would ignore. */
function rejectIgnored(settings: Settings, keys: readonly (keyof Settings)[]): void {
  const given = keys.find((key) => isGiven(settings, key));
  if (given === undefined) return;
  const next = given === 'database' ? 'Start one with npm run serve.' : 'In the app, use Settings.';
  throw new SettingsError(`The flag --${flagOf(given)} is for a host without a window. ${next}`);
}

const SERVE_COMMANDS = ['import', 'export', 'witness', 'standby', 'promote'] as const;
