import type { ProgramTexts } from '../../../shared/texts/program';

/** Returns the page that asks for a passphrase; with `isWrong`, again after a wrong one. */
export function passphrasePage(text: ProgramTexts['passphrase'], isWrong: boolean): string {
  const problem = isWrong ? `<p id="problem" role="alert">${text.wrong}</p>` : '';
  const attributes = isWrong ? 'aria-invalid="true" aria-describedby="problem"' : '';
  return `
    <form>
      <label>${text.label}<input type="password" required autofocus ${attributes} /></label>
      ${problem}
      <footer><button type="button">${text.cancel}</button><button type="submit">${text.confirm}</button></footer>
    </form>`;
}

/** A script for that page: a promise of the passphrase, or of null if the person cancels. */
export const READ_PASSPHRASE = `new Promise((resolve) => {
  document.forms[0].addEventListener('submit', (event) => {
    event.preventDefault();
    resolve(document.querySelector('input').value);
  });
  document.querySelector('[type=button]').addEventListener('click', () => resolve(null));
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && resolve(null));
})`;
