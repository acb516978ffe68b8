import { expect, it } from 'vitest';
import { endpointOf, names, type Name } from '../../../shared/contract';
import { parseInput } from '../../../shared/contract/endpoint';
import { AppError } from '../../../shared/errors';

/** Returns why the fields of an input are refused. */
function refusalsOf(name: Name, input: unknown) {
  try {
    parseInput(endpointOf(name), input);
    return {};
  } catch (error) {
    if (error instanceof AppError) return error.fields;
    throw error;
  }
}

it.each<[Name, object, object]>([
  ['dialogs.join', { user_id: 'bob' }, { user_id: 'must be an ID or @me' }],
  ['dialogs.create', { name: 'A', type: 3 }, { type: 'must be one of: group, channel, public, 1, 2' }],
  [
    'dialogs.send',
    { dialog_id: 1, photos_list: Array.from({ length: 11 }, (_, index) => index + 1) },
    { photos_list: 'must have at most 10 items' },
  ],
  [
    'dialogs.send',
    { dialog_id: 1, poll: { options: ['Yes'] } },
    { 'poll.options': 'must have at least 2 items' },
  ],
  ['apps.create', { name: 'App', redirects: [] }, { redirects: 'must have at least 1 item' }],
  ['dialogs.messages', { dialog_id: 1, limit: 101 }, { limit: 'must be at most 100' }],
  ['account.updateProfile', { birthday: '1.2.2000' }, { birthday: 'must be a date like 2000-12-31' }],
  [
    'account.updateProfile',
    { website: 'ftp://a.example' },
    { website: 'must be an address that begins with http:// or https://' },
  ],
  ['dialogs.update', { dialog_id: 1, ifVersion: 'name' }, { ifVersion: 'must be an object' }],
])('%s names what is wrong with %j', (name, input, fields) => {
  expect(refusalsOf(name, input)).toEqual(fields);
});

it('no reason is in the words of the validator', () => {
  for (const name of names) {
    for (const value of ['?', -1, 1.5, '', {}, ['?'], true]) {
      const { shape = {} } = endpointOf(name).input as { shape?: object };
      const refused = refusalsOf(name, Object.fromEntries(Object.keys(shape).map((key) => [key, value])));
      for (const why of Object.values(refused ?? {})) expect(why).not.toMatch(/^(Invalid|Too|Unrecognized)/);
    }
  }
});
