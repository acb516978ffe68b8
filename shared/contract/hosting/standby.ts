import { z } from 'zod';
import { FOLDER_FAILURES } from '../../failures/backup-failures';
import { read, write } from '../endpoint';
import { BaseOkay } from '../records';
import { STORAGE_PROBLEMS } from '../../standby-copy';
import { flag } from '../values';

/**
 * The standby of the community: whether it has all of it (`in_step`), is behind by `Behind` bytes, or is gone; when it
 * was last seen (0 for never); and `Durable`, the event log number up to which it has everything on its disk. `Problem`
 * says why it can’t store what it gets: it catches up automatically once it can again. `Unreadable` is the number of
 * stored files that it lacks because this host can’t read them. With `Wait`, changes are answered only once the standby
 * has them too; `WaitSuspended`: not at the moment, because it isn't in step. Waiting resumes automatically. `Witness`
 * is a third machine with which the standby takes over automatically when the host is gone: whether it answers
 * (`seen`), since when it doesn't (0 for never since the host was started), and whether the standby would take over now
 * (`Automatic`). `Backups` are those that the standby makes on its own disk every day if the owner wants that (`On`):
 * when the last good one was made (0 for never), and why the newest failed. If the community has another host now,
 * `Successor` says which, whether by a move or a takeover, how many events only this host has, and whether
 * `admin.becomeStandby` makes this one its standby (`CanRejoin`), or `admin.hostAgain` the host again (`CanHostAgain`).
 * `ByDatabase`: the community is on PostgreSQL, which keeps copies of itself; there can be no standby.
 */
const Standby = z.object({
  State: z.enum(['none', 'copying', 'in_step', 'behind', 'gone']),
  Name: z.string(),
  Behind: z.number(),
  Seen: z.number(),
  Durable: z.number(),
  Problem: z.enum(['', ...STORAGE_PROBLEMS]),
  Unreadable: z.number(),
  Wait: z.boolean(),
  WaitSuspended: z.boolean(),
  Witness: z.object({
    State: z.enum(['none', 'seen', 'gone']),
    Name: z.string(),
    Seen: z.number(),
    Automatic: z.boolean(),
  }),
  Backups: z.object({
    On: z.boolean(),
    LastGood: z.number(),
    Overdue: z.boolean(),
    Failure: z.enum(['', ...FOLDER_FAILURES]),
  }),
  Successor: z
    .object({
      Name: z.string(),
      How: z.enum(['move', 'takeover']),
      Urls: z.array(z.string()),
      Unreplicated: z.number(),
      CanRejoin: z.boolean(),
      CanHostAgain: z.boolean(),
    })
    .nullable(),
  ByDatabase: z.boolean(),
});

/**
 * The machines that keep the community going when its host is gone, as administrators see and the owner changes them.
 */
export const standby = {
  'admin.standby': read('GET /admin/standby', {
    summary: 'Whether the standby, a second machine with a copy of everything, is in step with the host.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: Standby,
  }),
  'admin.pairStandby': write('POST /admin/standby', {
    summary:
      'Creates a link with which another machine becomes the standby, once and within an hour; owner only. It replaces an earlier standby when it is used.',
    since: '1.1.0',
    secret: true,
    input: z.strictObject({}),
    output: z.object({ Link: z.string(), Expires: z.number() }),
  }),
  'admin.updateStandby': write('PATCH /admin/standby', {
    summary:
      'Decides whether changes are answered only once the standby has stored them too, and whether it makes backups on its own disk; owner only. Without a standby and a link for one, it is refused with 409.',
    since: '1.1.0',
    input: z.strictObject({ wait: flag().optional(), backups: flag().optional() }),
    output: Standby,
  }),
  'admin.removeStandby': write('DELETE /admin/standby', {
    summary:
      'Removes the standby and any link for one; owner only. Its copy stays on its machine. With a witness that doesn’t answer, it is refused with 503.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: BaseOkay,
  }),
  'admin.unreplicated': read('GET /admin/standby/unreplicated', {
    summary:
      'Who wrote what only this host has, after another one has taken the community over: counts of each person, most first, a hundred people at most. The texts are in `standby-unreplicated.txt` in the data folder.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: z.array(
      z.object({ Name: z.string(), Messages: z.number(), Posts: z.number(), Comments: z.number() }),
    ),
  }),
  'admin.becomeStandby': read('POST /admin/standby/rejoin', {
    summary:
      'Makes this machine the standby of the host that has taken the community over; owner only. Its own data is kept in a folder beside. Where another machine hasn’t, or the program can’t do it (`CanRejoin`), it is refused with 409.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: BaseOkay,
  }),
  'admin.hostAgain': read('POST /admin/standby/host', {
    summary:
      'Makes this machine the host again after another one has become it and is lost; owner only. What that one received is missing here, and it becomes read-only if it ever returns. The host restarts for this. While the other one answers, or where the program can’t do it (`CanHostAgain`), it is refused with 409.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: BaseOkay,
  }),
  'admin.pairWitness': write('POST /admin/witness', {
    summary:
      'Creates a link with which a third machine becomes the witness, once and within an hour; owner only. With a witness the standby takes over automatically when the host is gone, and changes are answered only once the standby has them too, or the witness knows that it doesn’t. It replaces an earlier witness when it is used.',
    since: '1.1.0',
    secret: true,
    input: z.strictObject({}),
    output: z.object({ Link: z.string(), Expires: z.number() }),
  }),
  'admin.removeWitness': write('DELETE /admin/witness', {
    summary:
      'Removes the witness and any link for one; owner only. From then on the standby doesn’t take over automatically. While neither the witness nor the standby answers, it is refused with 503.',
    since: '1.1.0',
    input: z.strictObject({}),
    output: BaseOkay,
  }),
} as const;
