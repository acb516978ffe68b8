import { homedir } from 'node:os';
import { join } from 'node:path';

/** What starts a program, as the Desktop Entry Specification writes it: quoted, with its own signs escaped. */
export function entryOf(program: string): string {
  const quoted = program
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return `[Desktop Entry]\nType=Application\nName=Courtyard\nExec="${quoted}"\nX-GNOME-Autostart-enabled=true\n`;
}

/** Where the desktops of Linux look (Desktop Application Autostart Specification). */
export function autostartEntry(): string {
  const config = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return join(config, 'autostart', 'courtyard.desktop');
}
