/** Whether panels stand beside the messages of a chat, instead of in front of them as in ConversationView's styles. */
export function hasRoomForPanels(): boolean {
  return innerWidth > 1080;
}
