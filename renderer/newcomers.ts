import { call, currentCommunity } from './api';
import { hostingText, language } from './i18n/index.svelte';

/** The coins a day with which a community begins. */
const DAILY_COINS = 5;

/**
 * Gives a community what newcomers meet, as its owner: the group of everyone, a welcome post in the owner's language,
 * notices of newcomers and daily coins. What is there already stays. Throws AppError.
 */
export async function prepareForNewcomers(): Promise<void> {
  await language.loadHosting();
  const { Commons, Welcome } = await currentCommunity.load();
  if (Commons === 0) await createCommons();
  if (Welcome === 0) await writeWelcome();
  currentCommunity.set(await call('community.update', { joinNotices: true, dailyCoins: DAILY_COINS }));
}

/** Creates the group that everyone joins by registering. Throws AppError. */
export async function createCommons(): Promise<void> {
  const { commonsName: name, commonsAbout: description } = hostingText().newcomers;
  await call('dialogs.createCommons', { name, description });
  await currentCommunity.load();
}

/** Writes a welcome post on the owner's wall, which they can edit, and returns its ID. Throws AppError. */
export async function writeWelcome(): Promise<number> {
  const content = hostingText().newcomers.welcomePost(currentCommunity.record?.Name ?? '');
  const { ID } = await call('posts.create', { user: '@me', content });
  currentCommunity.set(await call('community.update', { welcome: ID }));
  return ID;
}
