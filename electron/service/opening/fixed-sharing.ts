import type { SharingSettings } from '../../sharing/sharing-state';
import type { ServiceOptions } from '../service';

/** The sharing settings that the configuration fixes. */
export function fixedSharingSettings({
  share,
  sharePort,
  sharePlain,
}: ServiceOptions['settings']): Partial<SharingSettings> {
  return {
    ...(typeof share === 'boolean' && { on: share }),
    ...(typeof sharePort === 'number' && { port: sharePort }),
    ...(typeof sharePlain === 'boolean' && { plain: sharePlain }),
  };
}
