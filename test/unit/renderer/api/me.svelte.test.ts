// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { me } from '../../../../renderer/api';
import { openPage, readOwnPerson, settled } from '../page';

beforeEach(openPage);

test('tells its readers of a changed role, not of every new count', async () => {
  await readOwnPerson({ Role: 'owner' });
  const roles: (readonly [isAdmin: boolean, isOwner: boolean])[] = [];
  onTestFinished(
    $effect.root(() => {
      $effect(() => void roles.push([me.isAdmin, me.isOwner]));
    }),
  );
  await settled();
  await readOwnPerson({ Role: 'owner', NewNotifications: 1 });
  await settled();
  expect(roles).toEqual([[true, true]]);
  await readOwnPerson({ Role: 'admin' });
  await settled();
  await readOwnPerson({ Role: 'member' });
  await settled();
  expect(roles).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ]);
});
