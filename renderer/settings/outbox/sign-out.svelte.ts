import { communityOutbox, signOut } from '../../api';
import { toasts } from '../../ui';

/** Signing out from a menu or a page: asks first if that would lose unsent items. */
class SignOutRequest {
  /** Whether the question is shown. */
  isAsking = $state(false);

  /** Signs out, or asks first. */
  begin(): void {
    if (communityOutbox.items.length) this.isAsking = true;
    else this.confirm();
  }

  /** Signs out. What could still be undone becomes permanent: the next person would undo it in their own name. */
  confirm(): void {
    toasts.expireAll();
    void signOut();
  }
}

/** The only instance in the app; the shell shows its question. */
export const signOutRequest = new SignOutRequest();
