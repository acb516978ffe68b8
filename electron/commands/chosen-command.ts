import { standby, witness } from './hosting-commands';
import { localCommand } from './local-command';
import { requireCompatible } from '../settings/compatible-settings';
import type { Settings } from '../settings/settings';

/**
 * The command that the settings ask for instead of hosting a community, such as `--verify`; null if there is none.
 * `pages` is the folder of the built pages, for a standby that takes over. Throws SettingsError for settings that don't
 * go together.
 */
export function chosenCommand(settings: Settings, pages: string): (() => void | Promise<void>) | null {
  requireCompatible(settings);
  const { import: source, export: target, witness: witnessLink, standby: link } = settings;
  const transfer = () => import('../transfer/commands');
  const local = localCommand(settings);
  if (local !== null) return local;
  if (source !== null) return async () => (await transfer()).importCommunity(settings, source);
  if (target !== null) return async () => (await transfer()).exportCommunity(settings, target);
  if (witnessLink !== null) return () => witness(settings, witnessLink);
  if (link !== null) return () => standby(settings, link, pages);
  return null;
}
