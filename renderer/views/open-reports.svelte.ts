import { hostingText, language } from '../i18n/index.svelte';
import { Reports } from '../settings/members/reports.svelte';
import { noNews, settingsNews } from './settings-news.svelte';

/** Shows at the settings how many reports are open, until the returned function is called. For admins. */
export async function followOpenReports(): Promise<() => void> {
  await language.loadHosting();
  const reports = new Reports();
  const stop = reports.follow();
  const end = $effect.root(() => {
    $effect(() => {
      const { count } = reports;
      Object.assign(
        settingsNews,
        count ? { count, news: hostingText().community.reports.count(count) } : noNews,
      );
    });
  });
  return () => {
    end();
    stop();
    Object.assign(settingsNews, noNews);
  };
}
