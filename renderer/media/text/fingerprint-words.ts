/**
 * Returns a fingerprint as six English words of BIP-39 for comparing aloud; null if it is none. They stand for its
 * first 66 bits: too many to find another key with the same words.
 */
export async function fingerprintWords(fingerprint: string): Promise<string[] | null> {
  if (!/^[0-9a-f]{17}/i.test(fingerprint)) return null;
  // Loaded on demand: 2,048 words, for a few pages.
  const { wordlist } = await import('@scure/bip39/wordlists/english.js');
  let bits = BigInt(`0x${fingerprint.slice(0, 17)}`) >> 2n;
  const words: string[] = [];
  for (let count = 0; count < WORDS; count++) {
    words.unshift(wordlist[Number(bits & 2047n)] ?? '');
    bits >>= 11n;
  }
  return words;
}

const WORDS = 6;
