export { default as Chats } from './Chats.svelte';
export { ownChats } from './dialogs/own-chats.svelte';
