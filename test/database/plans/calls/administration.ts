import { upload } from '../../../support/content';
import { refusal, type TestPerson, type TestService } from '../../../support/service';

export async function administration(t: TestService, owner: TestPerson, admin: TestPerson, ben: TestPerson) {
  await t.open('community.get', {});
  await owner.call('community.update', { name: 'Ours', joinNotices: true, dailyCoins: 1 });
  await owner.call('community.introduction', {});
  for (const query of ['', 'person number', 'person7@example.org'])
    await admin.call('admin.people', { query });
  await admin.call('admin.reports', {});
  const [report] = await admin.call('admin.reports', { open: true });
  await admin.call('admin.decideReport', { report_id: report?.ID ?? 0, decision: 'fine' });
  await admin.call('admin.reports', { open: false });
  await admin.call('admin.acts', {});
  await admin.call('admin.mail', {});
  await admin.call('admin.storage', {});
  await admin.call('admin.activity', {});
  await admin.call('admin.health', {});
  await admin.call('admin.cleanStorage', {});
  await admin.call('admin.createBackup', {});
  await admin.call('admin.backups', {});
  await owner.call('admin.downloadBackup', {});
  await admin.call('admin.backupFolder', {});
  await t.as({ ...owner.session, address: '' }, owner).call('admin.chooseBackupFolder', {});
  await admin.call('admin.runBackupFolder', {});
  await owner.call('admin.changeBackupFolder', { every: 48 });
  await restoring(t, owner);
  await owner.call('admin.share', { on: false });
  await admin.call('admin.sharing', {});
  await admin.call('admin.checkSharing', {});
  await owner.call('admin.pairStandby', {});
  await admin.call('admin.standby', {});
  await admin.call('admin.unreplicated', {});
  await refusal(owner.call('admin.becomeStandby', {}));
  await refusal(owner.call('admin.hostAgain', {}));
  await owner.call('admin.updateStandby', { wait: true });
  await owner.call('admin.pairWitness', {});
  await owner.call('admin.removeWitness', {});
  await owner.call('admin.removeStandby', {});
  const { Code: code } = await admin.call('admin.createInvite', {});
  await admin.call('admin.invites', {});
  await admin.call('admin.revokeInvite', { code });
  await admin.call('admin.resetCode', { user_id: ben.id });
  const { ID, Url } = await upload(t.service, ben.session, 'files.upload', Buffer.from('hidden by a ban'));
  const { searchParams: asked } = new URL(Url, 'http://host');
  const { Log, Seq } = await admin.call('sync.begin', {});
  await admin.call('admin.ban', { user_id: ben.id, reason: 'spam' });
  const [exp, sig] = [asked.get('exp') ?? '', asked.get('sig') ?? ''];
  await refusal(t.service.content({ kind: 'file', id: String(ID), exp, sig }));
  await admin.call('admin.unban', { user_id: ben.id });
  await admin.call('sync.changes', { log: Log, since: Seq });
}

async function restoring(t: TestService, owner: TestPerson): Promise<void> {
  const atHost = t.as({ ...owner.session, address: '' }, owner);
  await atHost.call('admin.chooseRestoreSource', {});
  const [source] = await owner.call('admin.restoreSources', {});
  await owner.call('admin.checkRestore', { source: 'local', name: source?.Name ?? '' });
  await t.service.settled();
  const { Checked } = await owner.call('admin.restore', {});
  await owner.call('admin.restoreBackup', { made: Checked?.Timestamp ?? 0 });
  await refusal(owner.call('admin.undoRestore', {}));
  await owner.call('admin.cancelRestore', {});
}
