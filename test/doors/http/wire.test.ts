import { expect, it } from 'vitest';
import { endpointOf, names } from '../../../shared/contract';
import type { Method, HttpRoute } from '../../../shared/contract/endpoint';
import { door } from './http-door';

/** The public API as other programs use it, listed independently of the contract because they rely on every line. */
const WIRE: readonly (readonly [method: Method, path: string, name?: string])[] = [
  ['GET', '/captcha', 'account.captcha'],
  ['POST', '/register', 'account.register'],
  ['POST', '/confirm', 'account.confirm'],
  ['POST', '/login', 'account.login'],
  ['DELETE', '/logout', 'account.logout'],
  ['POST', '/reset', 'account.reset'],
  ['POST', '/reset/confirm', 'account.resetConfirm'],
  ['GET', '/promo/{promo}', 'account.promo'],
  ['GET', '/tokens', 'account.tokens'],
  ['POST', '/tokens', 'account.createToken'],
  ['DELETE', '/tokens/{token_id}', 'account.revokeToken'],
  ['PATCH', '/settings/profile', 'account.updateProfile'],
  ['PATCH', '/settings/password', 'account.changePassword'],
  ['PATCH', '/settings/email', 'account.changeEmail'],
  ['GET', '/settings/preferences', 'account.preferences'],
  ['PATCH', '/settings/preferences'],
  ['GET', '/settings/export', 'account.export'],
  ['DELETE', '/settings/account', 'account.remove'],
  ['GET', '/get_me', 'people.me'],
  ['GET', '/me', 'people.me'],
  ['GET', '/user/{user}', 'people.get'],
  ['GET', '/user/{user}/friends', 'people.friends'],
  ['GET', '/user/{user}/relationships', 'people.relationships'],
  ['PATCH', '/user/{user}/subscribe', 'people.subscribe'],
  ['GET', '/incoming_requests', 'people.incoming'],
  ['DELETE', '/incoming_requests/{user_id}', 'people.ignore'],
  ['GET', '/outcoming_requests', 'people.outgoing'],
  ['GET', '/user/{user}/gifts', 'people.gifts'],
  ['POST', '/user/{user}/gifts', 'people.give'],
  ['PUT', '/user/{user}/block', 'people.block'],
  ['DELETE', '/user/{user}/block', 'people.unblock'],
  ['POST', '/user/{user}/report', 'people.report'],
  ['POST', '/reports', 'people.reportItem'],
  ['GET', '/notifications', 'people.notifications'],
  ['PATCH', '/notifications/read', 'people.readNotifications'],
  ['GET', '/shop', 'shop.list'],
  ['GET', '/shop/inventory', 'shop.inventory'],
  ['POST', '/dialogs', 'dialogs.create'],
  ['POST', '/dialogs/private/{user_id}', 'dialogs.createPrivate'],
  ['GET', '/dialogs', 'dialogs.list'],
  ['GET', '/dialogs/{dialog_id}', 'dialogs.get'],
  ['PATCH', '/dialogs/{dialog_id}', 'dialogs.update'],
  ['DELETE', '/dialogs/{dialog_id}', 'dialogs.remove'],
  ['POST', '/dialogs/{dialog_id}/join/{user_id}', 'dialogs.join'],
  ['DELETE', '/dialogs/{dialog_id}/leave/{user_id}', 'dialogs.leave'],
  ['PATCH', '/dialogs/{dialog_id}/mute', 'dialogs.mute'],
  ['PATCH', '/dialogs/{dialog_id}/pin', 'dialogs.pin'],
  ['GET', '/dialogs/{dialog_id}/members', 'dialogs.members'],
  ['PATCH', '/dialogs/{dialog_id}/members/{user_id}', 'dialogs.setRole'],
  ['GET', '/dialogs/{dialog_id}/invites', 'dialogs.invites'],
  ['POST', '/dialogs/{dialog_id}/invites'],
  ['DELETE', '/dialogs/{dialog_id}/invites/{code}'],
  ['GET', '/invites/{code}', 'dialogs.invitePreview'],
  ['GET', '/dialogs/{dialog_id}/shared/{kind}', 'dialogs.shared'],
  ['GET', '/dialogs/{dialog_id}/messages', 'dialogs.messages'],
  ['POST', '/dialogs/{dialog_id}/messages', 'dialogs.send'],
  ['GET', '/dialogs/messages/{message_id}', 'dialogs.message'],
  ['PATCH', '/dialogs/messages/{message_id}', 'dialogs.editMessage'],
  ['DELETE', '/dialogs/messages/{message_id}', 'dialogs.deleteMessage'],
  ['PUT', '/dialogs/messages/{message_id}/reactions/{emoji}', 'dialogs.react'],
  ['DELETE', '/dialogs/messages/{message_id}/reactions/{emoji}'],
  ['PATCH', '/dialogs/{dialog_id}/read', 'dialogs.read'],
  ['POST', '/dialogs/find/{mask}', 'dialogs.find'],
  ['POST', '/dialogs/find', 'dialogs.find'],
  ['GET', '/dialogs/messages/find/{mask}', 'dialogs.searchMessages'],
  ['POST', '/user/{user}/post', 'posts.create'],
  ['GET', '/user/{user}/posts', 'posts.list'],
  ['GET', '/posts/{post_id}', 'posts.get'],
  ['PATCH', '/posts/{post_id}', 'posts.edit'],
  ['DELETE', '/posts/{post_id}', 'posts.remove'],
  ['PATCH', '/posts/{post_id}/like', 'posts.like'],
  ['POST', '/posts/{post_id}/comment', 'posts.comment'],
  ['GET', '/posts/{post_id}/comments', 'posts.comments'],
  ['DELETE', '/comments/{comment_id}', 'posts.removeComment'],
  ['PATCH', '/comments/{comment_id}/like', 'posts.likeComment'],
  ['GET', '/posts/find/{mask}', 'posts.find'],
  ['POST', '/musicbase', 'music.upload'],
  ['GET', '/musicbase', 'music.tracks'],
  ['GET', '/musicbase/{track_id}', 'music.track'],
  ['GET', '/musicbase/some/{ids}', 'music.some'],
  ['POST', '/musicbase/{track_id}/keep', 'music.keepTrack'],
  ['PATCH', '/musicbase/{track_id}', 'music.updateTrack'],
  ['DELETE', '/musicbase/{track_id}', 'music.removeTrack'],
  ['GET', '/musicbase/find/{mask}', 'music.find'],
  ['POST', '/musicbase/playlists', 'music.createPlaylist'],
  ['GET', '/musicbase/playlists/{playlist_id}', 'music.playlist'],
  ['PATCH', '/musicbase/playlists/{playlist_id}', 'music.updatePlaylist'],
  ['DELETE', '/musicbase/playlists/{playlist_id}', 'music.removePlaylist'],
  ['POST', '/musicbase/playlists/{playlist_id}/tracks/{track_id}', 'music.addTrack'],
  ['DELETE', '/musicbase/playlists/{playlist_id}/tracks/{track_id}', 'music.dropTrack'],
  ['GET', '/user/{user}/playlists', 'music.playlists'],
  ['GET', '/user/{user}/tracks', 'music.of'],
  ['POST', '/files', 'files.upload'],
  ['GET', '/files', 'files.list'],
  ['GET', '/files/folders', 'files.folders'],
  ['GET', '/files/{file_id}', 'files.get'],
  ['PATCH', '/files/{file_id}', 'files.update'],
  ['DELETE', '/files/{file_id}', 'files.remove'],
  ['POST', '/video', 'videos.upload'],
  ['GET', '/video', 'videos.list'],
  ['GET', '/video/{video_id}', 'videos.get'],
  ['PATCH', '/video/{video_id}', 'videos.update'],
  ['DELETE', '/video/{video_id}', 'videos.remove'],
  ['POST', '/photos', 'photos.upload'],
  ['GET', '/photos', 'photos.list'],
  ['GET', '/photos/some/{ids}', 'photos.some'],
  ['GET', '/photos/{photo_id}', 'photos.get'],
  ['DELETE', '/photos/{photo_id}', 'photos.remove'],
  ['GET', '/user/{user}/photos', 'photos.of'],
  ['POST', '/users/find', 'people.find'],
  ['GET', '/search/{mask}', 'search.all'],
  ['GET', '/community', 'community.get'],
  ['PATCH', '/community', 'community.update'],
  ['GET', '/admin/people', 'admin.people'],
  ['POST', '/admin/people/{user_id}/ban', 'admin.ban'],
  ['DELETE', '/admin/people/{user_id}/ban', 'admin.unban'],
  ['PATCH', '/admin/people/{user_id}/role', 'admin.setRole'],
  ['POST', '/admin/people/{user_id}/reset-code', 'admin.resetCode'],
  ['GET', '/admin/reports', 'admin.reports'],
  ['PATCH', '/admin/reports/{report_id}'],
  ['GET', '/admin/acts', 'admin.acts'],
  ['GET', '/admin/invites', 'admin.invites'],
  ['POST', '/admin/invites'],
  ['DELETE', '/admin/invites/{code}'],
  ['GET', '/admin/promos', 'admin.promos'],
  ['POST', '/admin/promos'],
  ['DELETE', '/admin/promos/{code}'],
  ['GET', '/admin/mail', 'admin.mail'],
  ['POST', '/admin/mail/{mail_id}/open', 'admin.openLetter'],
  ['GET', '/admin/storage', 'admin.storage'],
  ['GET', '/admin/health', 'admin.health'],
  ['POST', '/admin/storage/clean', 'admin.cleanStorage'],
  ['GET', '/admin/backup', 'admin.backups'],
  ['POST', '/admin/backup', 'admin.createBackup'],
  ['GET', '/admin/sharing', 'admin.sharing'],
  ['PATCH', '/admin/sharing', 'admin.share'],
  ['POST', '/admin/sharing/check', 'admin.checkSharing'],
];

/** Routes of the service that are not in the contract. */
const BESIDE: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/health'],
  ['GET', '/openapi.json'],
  ['GET', '/docs'],
  ['GET', '/content/{kind}/{id}/{name}'],
  ['HEAD', '/content/{kind}/{id}/{name}'],
  ['OPTIONS', '/uploads'],
  ['POST', '/uploads'],
  ['HEAD', '/uploads/{id}'],
  ['PATCH', '/uploads/{id}'],
  ['DELETE', '/uploads/{id}'],
];

const routes = new Map<string, string>(
  names.flatMap((name) => {
    const { http, also = [] } = endpointOf(name);
    return [http, ...also].map((route: HttpRoute) => [route, name] as const);
  }),
);

const rows = WIRE.map(([method, path, name]) => ({ method, path, name }));

it.each(rows)('$method $path is answered', async ({ method, path, name }) => {
  const called = routes.get(`${method} ${path}`);
  expect(called).toBeDefined();
  if (name !== undefined) expect(called).toBe(name);
  const { app } = await door();
  expect(app.hasRoute({ method, url: path.replace(/\{(\w+)\}/g, ':$1') })).toBe(true);
});

it.each(BESIDE)('%s %s is answered, beside the contract', async (method, path) => {
  const { app } = await door();
  expect(app.hasRoute({ method: method as Method, url: path.replace(/\{(\w+)\}/g, ':$1') })).toBe(true);
});

it('every address of the contract is documented', () => {
  const written = new Set(WIRE.map(([method, path]) => `${method} ${path}`));
  expect([...routes.keys()].filter((route) => !written.has(route))).toEqual([]);
});
