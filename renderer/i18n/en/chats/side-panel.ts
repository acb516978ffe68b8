import { inEnglish } from '../../../../shared/texts/en/plural';

/** The side panel of a chat and the windows that it opens. They are loaded with it. */
export const sidePanel = {
  allMembers: 'Show all members',
  findMember: 'Find a member',
  close: 'Close panel',
  notifications: 'Notifications',
  on: 'On',
  off: (until: string) => (until ? `Off until ${until}` : 'Off'),
  members: 'Members',
  subscribers: 'Subscribers',
  invitations: 'Invitations',
  active: (count: number) => `${count} active`,
  tag: 'Tag',
  topic: 'Topic',
  private: 'Private: invitation only',
  profile: 'Open profile',
  more: 'Show more members',
  addPeople: 'Add people',
  added: (count: number) => `${inEnglish(count, { one: 'person', other: 'people' })} added`,
  notAdded: (names: string) => `Couldn’t add ${names}. Send them an invitation instead.`,
  sharedMedia: {
    title: 'Shared media',
    kinds: { photos: 'Photos', videos: 'Videos', files: 'Files', tracks: 'Music', links: 'Links' },
    goTo: (date: string) => `Go to message from ${date}`,
  },
  memberMenu: {
    label: (name: string) => `Actions for ${name}`,
    write: 'Message',
    makeAdmin: 'Make admin',
    makeMember: 'Remove admin role',
    makeOwner: 'Transfer ownership',
    handOver: {
      title: (name: string) => `Transfer ownership to ${name}?`,
      description: 'They become the owner and you become an admin. Only they can transfer it back.',
      confirm: 'Transfer',
    },
    remove: 'Remove',
    removing: {
      title: (name: string) => `Remove ${name}?`,
      description: 'They will stop receiving messages. You can invite them back.',
    },
  },
  invitationsWindow: {
    title: 'Invitations',
    description: 'Anyone with the link or code can join.',
    none: 'No invitations yet',
    create: 'New invitation',
    qrOf: (name: string) => `QR code: invitation to ${name}`,
  },
};

export type SidePanelMessages = typeof sidePanel;
