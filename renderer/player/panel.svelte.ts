/** Content of the player's side panel. */
export type PanelView = 'queue' | 'lyrics';

class Panel {
  view = $state<PanelView | null>(null);

  /** Opens the panel with this view, or closes it if it already shows the view. */
  toggle(view: PanelView): void {
    this.view = this.view === view ? null : view;
  }
}

/** The side panel of the player (singleton). */
export const panel = new Panel();
