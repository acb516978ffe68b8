import { randomFrom } from '../../electron/demo/script/random';
import { DIALOGS, dialogId, LARGE, membersOf, messageId, PEOPLE, personId, SQUARE, tokenOf } from './seed';
import { NONCE, type LoadRequest } from './processes/load';
import { TEXT, type SocketsJob } from './processes/sockets';
import { textFrom, wordFrom } from './words';

/**
 * The requests of each load. Each list alternates between many people because of the rate limit per token, and is the
 * same in every run.
 */

const LIST = 2000;
const JSON_BODY = { 'content-type': 'application/json' };

/** Everyone in turn sends to one of their groups. */
export function sending(): LoadRequest[] {
  return sendingTo(PEOPLE, groupOf);
}

/** As many people in turn send to a dialog; `dialogOf` returns its index. */
export function sendingTo(count: number, dialogOf: (person: number) => number): LoadRequest[] {
  const random = randomFrom(3);
  return people(count).map((person) => ({
    method: 'POST',
    path: `/dialogs/${dialogId(dialogOf(person))}/messages`,
    headers: { ...JSON_BODY, token: tokenOf(person) },
    body: JSON.stringify({ text: textFrom(random), nonce: NONCE }),
  }));
}

/** The same messages for a floor. */
export function sendingBare(path: '/grouped' | '/single'): LoadRequest[] {
  const random = randomFrom(3);
  return people(PEOPLE).map((person) => ({
    method: 'POST',
    path,
    headers: JSON_BODY,
    body: JSON.stringify({
      dialog: dialogId(groupOf(person)),
      author: personId(person),
      text: textFrom(random),
    }),
  }));
}

/** Reads the newest 50 messages of the largest dialog. */
export function newest(): LoadRequest[] {
  return people(membersOf(LARGE).length).map((person) => get(person, `/dialogs/${dialogId(LARGE)}/messages`));
}

/** Reads the first page of the dialogs of each of these people, as the pages do. */
export function listingDialogs(indexes: readonly number[]): LoadRequest[] {
  return indexes.map((person) => get(person, '/dialogs?limit=50'));
}

/** The same as `newest` for the floor. */
export function newestBare(): LoadRequest[] {
  return [{ method: 'GET', path: `/page/${dialogId(LARGE)}`, headers: {} }];
}

/** Reads fifty messages before random places in the largest dialog of a community with this many messages. */
export function scrollingBack(messages: number): LoadRequest[] {
  const random = randomFrom(4);
  return people(membersOf(LARGE).length, LIST).map((person) => {
    const from = messageId(Math.floor((0.05 + 0.95 * random()) * messages));
    return get(person, `/dialogs/${dialogId(LARGE)}/messages?last_id=${from}`);
  });
}

/** Reads the newest 20 posts of the people that each person follows. */
export function feed(): LoadRequest[] {
  return people(PEOPLE).map((person) => get(person, '/user/@me/posts?feed=true'));
}

/** The same for the floor. */
export function feedBare(): LoadRequest[] {
  return people(PEOPLE).map((person) => ({ method: 'GET', path: `/feed/${personId(person)}`, headers: {} }));
}

/** Reads thirty people, the most followed first. */
export function findingPeople(): LoadRequest[] {
  return people(PEOPLE).map((person) => ({
    method: 'POST',
    path: '/users/find',
    headers: { ...JSON_BODY, token: tokenOf(person) },
    body: JSON.stringify({ sort: 1 }),
  }));
}

/** The same for the floor. */
export function peopleBare(): LoadRequest[] {
  return [{ method: 'GET', path: '/people', headers: {} }];
}

/**
 * Searches for words as often as they occur, some in pairs and some as prefixes: in the largest dialog, in all dialogs,
 * or in everything.
 */
export function searching(where: 'dialog' | 'all' | 'everything'): LoadRequest[] {
  const random = randomFrom(5);
  const word = () => wordFrom(random);
  return people(membersOf(LARGE).length, LIST).map((person) => {
    const kind = random();
    const mask = kind < 0.7 ? word() : kind < 0.9 ? `${word()} ${word()}` : word().slice(0, 3);
    if (where === 'everything') return get(person, `/search/${encodeURIComponent(mask)}`);
    const query = where === 'dialog' ? `?dialog=${dialogId(LARGE)}` : '';
    return get(person, `/dialogs/messages/find/${encodeURIComponent(mask)}${query}`);
  });
}

/** Opens sockets of all members of a dialog of 100 or 1,000, and sends messages to it. */
export function listening(url: string, count: 100 | 1000): Omit<SocketsJob, 'pace' | 'seconds'> {
  const dialog = count === 100 ? LARGE : SQUARE;
  const members = membersOf(dialog);
  return {
    url,
    urls: members.map((person) => `${url}/ws?token=${tokenOf(person)}`),
    commands: members.map((person) =>
      JSON.stringify({ command: 'subscribe', category: 'dialog', thing_id: personId(person) }),
    ),
    sends: members.map((person) => ({
      method: 'POST',
      path: `/dialogs/${dialogId(dialog)}/messages`,
      headers: { ...JSON_BODY, token: tokenOf(person) },
      body: JSON.stringify({ text: TEXT }),
    })),
  };
}

/** The same number of sockets for the floor. */
export function listeningBare(url: string, count: 100 | 1000): Omit<SocketsJob, 'pace' | 'seconds'> {
  return {
    url,
    urls: Array.from({ length: count }, () => `${url}/`),
    commands: [],
    sends: [{ method: 'POST', path: '/broadcast', headers: JSON_BODY, body: JSON.stringify({ text: TEXT }) }],
  };
}

function people(count: number, length = count): number[] {
  return Array.from({ length }, (_, index) => index % count);
}

/** Returns a dialog that a person is a member of; every few people share one. */
function groupOf(person: number): number {
  return Math.floor((person * (DIALOGS - 2)) / PEOPLE);
}

function get(person: number, path: string): LoadRequest {
  return { method: 'GET', path, headers: { token: tokenOf(person) } };
}
