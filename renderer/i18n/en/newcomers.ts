import { inEnglish } from '../../../shared/texts/en/plural';

/** What newcomers meet: the group of everyone, the welcome post, a card of their inviter; and inviting people. */
export const newcomers = {
  commonsName: 'Commons',
  commonsAbout: 'The group for everyone here.',
  welcomePost: (community: string) =>
    `**Welcome to ${community}!**\n\nSay hello in Commons, the group for everyone here. What you post on your wall appears on this page for everyone.`,
  about: 'For newcomers',
  closeWelcome: 'Close welcome post',
  hello: {
    title: (name: string) => `${name} invited you`,
    text: 'Say hello, so they know you’re here.',
    action: 'Say hello',
  },
  commons: {
    members: (count: number) =>
      `The group for everyone here · ${inEnglish(count, { one: 'member', other: 'members' })}`,
  },
  offer: {
    title: 'Welcome newcomers',
    text: 'Add a group that people join when they register and a welcome post that you can edit, give everyone 5 coins a day, and get a notification when someone joins. You can change each in Settings → Community.',
    action: 'Set up',
    working: 'Setting up',
  },
  alone: {
    title: 'No one else is here yet',
    text: 'Invite your neighbours. What they write appears here.',
  },
  dismiss: 'Dismiss',
  invite: {
    missing: 'Someone missing?',
    action: 'Invite people',
    byHosts: (names: string) => `To invite someone, ask ${names}.`,
  },
  share: {
    action: 'Share',
    working: 'Sharing',
    byOwner: (owner: string) =>
      `Invitations work only on this computer until ${owner || 'the owner'} shares the community (Settings → Network).`,
  },
  everyone: {
    title: 'No posts yet',
    noOthers: 'No other posts yet',
    text: 'Everyone’s posts appear here, newest first. Write the first one.',
  },
  settings: {
    title: 'Newcomers',
    description: 'What people see when they join.',
    commons: 'Group for everyone',
    commonsText: 'People join it when they register. You can rename or delete it like any group.',
    create: 'Create',
    open: 'Open',
    welcome: 'Welcome post',
    welcomeText: 'Shown above everyone’s posts until each reader closes it.',
    write: 'Write',
    notifyMe: 'Notify me when someone joins',
    notifyMeText: 'Several newcomers share one notification.',
    coins: 'Daily coins',
    coinsText: 'Everyone gets them every day they visit, for gifts and subscriptions.',
    coinsOff: 'None',
  },
};
