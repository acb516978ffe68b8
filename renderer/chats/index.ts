export { default as Chats } from './Chats.svelte';
export { ownChats } from './own-chats.svelte';
