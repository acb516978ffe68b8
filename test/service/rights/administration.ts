import { ANYONE, NOBODY, ADMINS, OWNER, nothing, row, type Row } from './answers';

export const administrationRows: Row[] = [
  row('community.get', '', nothing, ANYONE),
  row('community.update', '', () => ({ name: 'New' }), OWNER),
  row('admin.people', '', nothing, ADMINS),
  row('admin.ban', '', (w) => ({ user_id: w.nick, reason: 'spam' }), ADMINS),
  row('admin.ban', 'an admin', (w) => ({ user_id: w.callers.admin.id, reason: 'spam' }), OWNER),
  row('admin.ban', 'the owner', (w) => ({ user_id: w.callers.owner.id, reason: 'spam' }), NOBODY),
  row('admin.unban', '', (w) => ({ user_id: w.callers.banned.id }), ADMINS),
  row('admin.setRole', '', (w) => ({ user_id: w.nick, role: 'admin' }), OWNER),
  row('admin.resetCode', '', (w) => ({ user_id: w.nick }), ADMINS),
  row('admin.resetCode', 'the owner', (w) => ({ user_id: w.callers.owner.id }), NOBODY),
  row('admin.reports', '', nothing, ADMINS),
  row('admin.decideReport', '', (w) => ({ report_id: w.report, decision: 'fine' }), ADMINS),
  row('admin.acts', '', nothing, ADMINS),
  row('admin.invites', '', nothing, ADMINS),
  row('admin.createInvite', '', nothing, ADMINS),
  row('admin.revokeInvite', '', (w) => ({ code: w.spareCode }), ADMINS),
  row('admin.promos', '', nothing, ADMINS),
  row('admin.createPromo', '', () => ({ code: 'another', coins: 1, uses: 1 }), ADMINS),
  row('admin.revokePromo', '', (w) => ({ code: w.promo }), ADMINS),
  row('admin.mail', '', nothing, ADMINS),
];
