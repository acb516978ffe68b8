/** How many chats are unread, for the title of the window; 0 before sign-in. */
export const unread = $state({ chats: 0 });
