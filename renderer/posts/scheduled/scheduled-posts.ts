import type { PostModel } from '../../../shared/contract/records';
import { call } from '../../api';
import { m } from '../../i18n/index.svelte';
import { personName } from '../../i18n/person';
import type { ScheduledEntry, ScheduledSource } from '../../common/scheduling/scheduled-list.svelte';

/** The scheduled posts of the signed-in person, on any wall. */
export const scheduledPosts: ScheduledSource = {
  read: async (through) => (await through('posts.scheduled', {})).map(entryOf),
  changed: (event) =>
    event.Type === 'scheduled_post' ? { id: event.ID, entry: event.Item && entryOf(event.Item) } : null,
  edit: (id, { text, timestamp }) => call('posts.edit', { post_id: id, content: text, timestamp }),
  publish: (id) => call('posts.publishScheduled', { post_id: id }),
  remove: (id) => call('posts.remove', { post_id: id }),
};

function entryOf(post: PostModel): ScheduledEntry {
  const { ID: id, Content: text, Timestamp: time, Refusal: refusal = '', Target: target } = post;
  const note = target ? m().scheduling.onWallOf(personName(target)) : text ? '' : m().alerts.attached.post;
  return { id, text, note, time, refusal };
}
