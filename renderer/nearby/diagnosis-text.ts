import { diagnosis as en, type DiagnosisMessages } from '../i18n/en/diagnosis';
import { diagnosis as uk } from '../i18n/uk/diagnosis';
import { inLanguage } from '../i18n/index.svelte';

/** Returns the texts about why a host can't be reached, in the current language. Reactive as `m()`. */
export function diagnosisText(): DiagnosisMessages {
  return inLanguage({ en, uk });
}
