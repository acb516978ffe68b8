/**
 * Returns the form of an emoji that Unicode recommends for general interchange (RGI), the only one that the service
 * stores; undefined if the text isn't an emoji. Pickers may add or omit the variation selector U+FE0F.
 */
export function emojiForInterchange(emoji: string): string | undefined {
  const bare = emoji.replaceAll('\uFE0F', '');
  return [emoji, bare, `${bare}\uFE0F`].find(isEmoji);
}

/** Whether a text is a single emoji as Unicode recommends for interchange. */
export function isEmoji(text: string): boolean {
  // The second expression has an alternative for each emoji and is slow to compile: most texts need only the first one.
  return /^\p{Emoji}/u.test(text) && /^\p{RGI_Emoji}$/v.test(text);
}

/** Whether a text has the form of an emoji's name between colons, like `:thumbsup:`. */
export function isEmojiName(text: string): boolean {
  return /^:[\w+-]+:$/.test(text);
}
