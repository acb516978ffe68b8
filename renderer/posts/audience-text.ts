import { postAudiences as en, type PostAudienceMessages } from '../i18n/en/post-audiences';
import { postAudiences as uk } from '../i18n/uk/post-audiences';
import { inLanguage } from '../i18n/index.svelte';

/** Returns the texts about the audience of posts in the current language. Reactive as `m()`. */
export function audienceText(): PostAudienceMessages {
  return inLanguage({ en, uk });
}
