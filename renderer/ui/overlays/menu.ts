import type { Component } from 'svelte';
import type { LucideProps } from '@lucide/svelte';

/** An entry of a menu that performs an action. */
export type MenuAction = {
  label: string;
  icon?: Component<LucideProps>;
  /** The shortcut for the same action; shown, not bound. */
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Set (true or false) for an entry that is on or off. */
  checked?: boolean;
  onselect: () => void;
};

/** A submenu. */
export type MenuBranch = { label: string; icon?: Component<LucideProps>; items: MenuItem[] };

/** An entry: an action, a submenu, a heading, or a divider between groups. */
export type MenuItem = MenuAction | MenuBranch | { heading: string } | 'line';
