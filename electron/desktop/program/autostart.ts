import { homedir } from 'node:os';
import { join } from 'node:path';

/** The contents of an autostart file by the Desktop Entry Specification, with the command quoted and escaped. */
export function desktopEntryOf(program: string): string {
  const quoted = program
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
  return `[Desktop Entry]\nType=Application\nName=Courtyard\nExec="${quoted}"\nX-GNOME-Autostart-enabled=true\n`;
}

/** Path of the autostart file on Linux (Desktop Application Autostart Specification). */
export function autostartPath(): string {
  const config = process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config');
  return join(config, 'autostart', 'courtyard.desktop');
}
