import type { Component } from 'svelte';
import type { LucideProps } from '@lucide/svelte';

/** A page of the app that the search offers as a destination. */
export type Place = {
  label: string;
  address: string;
  icon: Component<LucideProps>;
  keys: string;
  onclick?: (event: MouseEvent) => void;
};
