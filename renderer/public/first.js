// Runs before anything is painted, so it is a plain script outside the bundle: sets the theme of the first paint.
// Signed-in people see the empty rail at once, and their browser is told what the scripts will ask for.
(() => {
  const root = document.documentElement;
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  try {
    const { theme } = JSON.parse(localStorage.getItem('courtyard.theme') ?? '{}');
    root.dataset.theme = theme === 'light' || theme === 'dark' ? theme : isDark ? 'dark' : 'light';
    if (!localStorage.getItem('courtyard.session')) return;
    root.dataset.first = 'rail';
    const ahead = document.querySelector('template');
    if (ahead) document.head.append(ahead.content);
  } catch {
    // Without storage, the pages begin empty.
  }
})();
