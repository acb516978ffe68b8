/** Chats: the list, the conversation, the side panel. */
export const chats = {
  title: 'Chats',
  find: 'Find a chat or a person',
  newMessages: 'New messages',
  message: 'Message',
  draft: 'Draft:',
};
