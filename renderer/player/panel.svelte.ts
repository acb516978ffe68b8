/** What stands beside the view, of what belongs to the player. */
export type PanelView = 'queue' | 'lyrics';

class Panel {
  view = $state<PanelView | null>(null);

  /** Opens it, or closes it where it is open so. */
  toggle(view: PanelView): void {
    this.view = this.view === view ? null : view;
  }
}

/** The one panel of the player. */
export const panel = new Panel();
