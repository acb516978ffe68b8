import type { Service } from '../../../../electron/service';
import { upload } from '../../../support/content';
import { smallExport } from '../../../support/export-archive';
import type { TestPerson } from '../../../support/service';

/** An import of everything, once new and once existing, and one that is stopped. */
export async function imports(service: Service, ann: TestPerson): Promise<void> {
  const zip = await smallExport();
  for (let n = 0; n < 2; n++) {
    await upload(service, ann.session, 'account.import', zip);
    await service.settled();
    await ann.call('account.importState', {});
  }
  await upload(service, ann.session, 'account.import', zip);
  await ann.call('account.cancelImport', {});
  await service.settled();
}
