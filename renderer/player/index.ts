export { myMusic } from './my-music.svelte';
export { player } from './player.svelte';
