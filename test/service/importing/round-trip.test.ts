import { expect, test } from 'vitest';
import fc, { runs } from '../../support/inputs/properties';
import { TestClock, testService } from '../../support/service';
import { temporaryFolder } from '../../support/temporary-folder';
import { canonical, exportOf, importInto } from './exports';
import { accounts, fill } from './rich-person';

test('export, import into another community, export: both exports are equal', async () => {
  await fc.assert(
    fc.asyncProperty(accounts, async (account) => {
      const there = await testService();
      const [, ann] = await there.people('Host', 'Анна');
      await fill(there, ann, account);
      const zip = await exportOf(ann);

      const clock = new TestClock();
      clock.advance(90 * 86_400);
      const here = await testService({ data: temporaryFolder(), clock });
      await here.person('Owner');
      const annHere = await here.person('Анна');
      await annHere.call('account.updateProfile', { surname: 'Мороз' });
      const result = await importInto(here, annHere, zip);
      expect(result).toMatchObject({ Status: 'done', Failure: '', Skipped: [], Done: result.Total });
      expect(result.Items).toContainEqual({ Kind: 'post', Imported: account.posts.length, Existing: 0 });

      const before = canonical(zip);
      expect(canonical(await exportOf(annHere))).toEqual(before);

      // Importing it again adds nothing.
      clock.advance(3600);
      const again = await importInto(here, annHere, zip);
      expect(again).toMatchObject({ Status: 'done', Skipped: [] });
      expect(again.Items.map(({ Imported }) => Imported)).toEqual(again.Items.map(() => 0));
      expect(canonical(await exportOf(annHere))).toEqual(before);

      // And a third community gets the same from the second.
      const third = await testService({ data: temporaryFolder(), clock });
      const annThird = await third.person('Анна');
      await annThird.call('account.updateProfile', { surname: 'Мороз' });
      await importInto(third, annThird, await exportOf(annHere));
      expect(canonical(await exportOf(annThird))).toEqual(before);
    }),
    runs(3),
  );
});
