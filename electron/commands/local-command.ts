import { removeWitness, repair, resetOwner, restore, verify } from './maintenance-commands';
import type { Settings } from '../settings/settings';
import { terminal, type CommandOutput } from './terminal';

/**
 * The command that the settings ask for instead of opening the community of the data folder, such as `--restore`; null
 * if there is none. An installed program runs these too.
 */
export function localCommand(
  settings: Settings,
  output: CommandOutput = terminal,
): (() => void | Promise<void>) | null {
  const { restore: from } = settings;
  if (settings.resetOwner) return () => resetOwner(settings, output);
  if (settings.verify) return () => verify(settings, output);
  if (settings.repair) return () => repair(settings, output);
  if (from !== null) return () => restore(settings, from, output);
  if (settings.removeWitness) return () => removeWitness(settings, output);
  return null;
}
