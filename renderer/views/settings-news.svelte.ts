/** For places that show no count. */
export const noNews = { count: 0, news: '' };

/** What the settings show: open reports. Set by what is loaded for admins only. */
export const settingsNews = $state({ ...noNews });
