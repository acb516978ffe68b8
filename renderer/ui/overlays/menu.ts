import type { Component } from 'svelte';
import type { LucideProps } from '@lucide/svelte';

/** One thing that a menu offers. */
export type MenuAction = {
  label: string;
  icon?: Component<LucideProps>;
  /** The shortcut that does the same; shown, not bound. */
  keys?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Given (true or false) for a choice that is on or off. */
  checked?: boolean;
  onselect: () => void;
};

/** A menu inside a menu. */
export type MenuBranch = { label: string; icon?: Component<LucideProps>; items: MenuItem[] };

/** An entry: an action, a further menu, a heading, or a line between groups. */
export type MenuItem = MenuAction | MenuBranch | { heading: string } | 'line';
