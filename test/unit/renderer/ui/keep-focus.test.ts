// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepFocus } from '../../../../renderer/ui/layout/keep-focus';

/** A list of buttons with the focus on the second one, which a key was pressed for. */
function listOfThree() {
  document.body.innerHTML = '<ul><button>1</button><button>2</button><button>3</button></ul>';
  const list = document.body.querySelector('ul')!;
  const stop = keepFocus('button', 'button')(list);
  if (stop) onTestFinished(stop);
  const buttons = [...list.querySelectorAll('button')];
  buttons[1]?.focus();
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete' }));
  return buttons;
}

const focused = () => document.activeElement?.textContent;

test('the entry that takes the place of a removed one gets the focus, otherwise the one before it', async () => {
  const [, second, third] = listOfThree();
  second?.remove();
  await vi.waitFor(() => expect(focused()).toBe('3'));
  third?.remove();
  await vi.waitFor(() => expect(focused()).toBe('1'));
});
