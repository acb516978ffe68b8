import type { AppCodeTable, AppTable } from './schema/apps';
import type {
  ContentTable,
  StorageTable,
  UploadTable,
  FileTable,
  PhotoTable,
  TrackTable,
  PlaylistTable,
  PlaylistFollowTable,
  VoiceListenTable,
  PlaylistTrackTable,
  VideoTable,
  AccountImportTable,
  ImportedTable,
} from './schema/content';
import type {
  DialogTable,
  ClosedDialogTable,
  DialogFolderTable,
  DraftTable,
  DialogFolderItemTable,
  MemberTable,
  MessageTable,
  MessageDialogTable,
  MessageVersionTable,
  ReactionTable,
  PinnedMessageTable,
  ThreadFollowerTable,
  LinkTable,
  AttachmentTable,
  InviteTable,
  RemovalTable,
} from './schema/dialogs';
import type {
  MetaTable,
  CommunityTable,
  InstallationTable,
  MailTable,
  CommandTable,
  CommandUseTable,
  EventTable,
  SearchBackfillTable,
  StandbyTable,
  WitnessTable,
  HostTable,
} from './schema/host';
import type {
  PersonTable,
  RegistrationTable,
  TokenTable,
  KnownAddressTable,
  CodeTable,
  RelationTable,
  BlockTable,
  ReportTable,
  AuditLogTable,
  NotificationTable,
  NotifiedActionTable,
  GiftTable,
  PromoTable,
  PromoClaimTable,
} from './schema/people';
import type { CalendarAnswerTable, CalendarEventTable, CalendarNoticeTable } from './schema/calendar';
import type { PollTable, PollOptionTable, PollVoteTable } from './schema/polls';
import type { ScheduledItemTable } from './schema/scheduled';
import type { StickerPackTable, StickerTable, StickerPackAddedTable } from './schema/stickers';
import type {
  PostTable,
  PostLikeTable,
  CommentTable,
  CommentLikeTable,
  RemovedPostTable,
  ViewingTable,
} from './schema/walls';

export type { ContentKind, ImportedKind, ViewedKind } from './schema/kinds';

/** One row type per table. Times are Unix seconds, flags are 0 and 1, lists are JSON text. */
export interface Schema {
  meta: MetaTable;
  search_backfill: SearchBackfillTable;
  community: CommunityTable;
  installation: InstallationTable;
  standby: StandbyTable;
  witness: WitnessTable;
  host: HostTable;
  person: PersonTable;
  registration: RegistrationTable;
  token: TokenTable;
  app: AppTable;
  app_code: AppCodeTable;
  known_address: KnownAddressTable;
  code: CodeTable;
  mail: MailTable;
  relation: RelationTable;
  block: BlockTable;
  report: ReportTable;
  act: AuditLogTable;
  notification: NotificationTable;
  notified: NotifiedActionTable;
  dialog: DialogTable;
  closed_dialog: ClosedDialogTable;
  member: MemberTable;
  dialog_folder: DialogFolderTable;
  dialog_folder_item: DialogFolderItemTable;
  draft: DraftTable;
  message: MessageTable;
  message_place: MessageDialogTable;
  message_version: MessageVersionTable;
  reaction: ReactionTable;
  pinned_message: PinnedMessageTable;
  thread_follower: ThreadFollowerTable;
  poll: PollTable;
  poll_option: PollOptionTable;
  poll_vote: PollVoteTable;
  calendar_event: CalendarEventTable;
  calendar_answer: CalendarAnswerTable;
  calendar_notice: CalendarNoticeTable;
  link: LinkTable;
  content: ContentTable;
  file: FileTable;
  photo: PhotoTable;
  track: TrackTable;
  playlist: PlaylistTable;
  playlist_track: PlaylistTrackTable;
  playlist_follow: PlaylistFollowTable;
  file_heard: VoiceListenTable;
  sticker_pack: StickerPackTable;
  sticker: StickerTable;
  sticker_pack_added: StickerPackAddedTable;
  video: VideoTable;
  attachment: AttachmentTable;
  post: PostTable;
  post_like: PostLikeTable;
  comment: CommentTable;
  comment_like: CommentLikeTable;
  removed_post: RemovedPostTable;
  viewing: ViewingTable;
  upload: UploadTable;
  storage: StorageTable;
  account_import: AccountImportTable;
  imported: ImportedTable;
  invite: InviteTable;
  removal: RemovalTable;
  scheduled_item: ScheduledItemTable;
  gift: GiftTable;
  promo: PromoTable;
  promo_claim: PromoClaimTable;
  command: CommandTable;
  command_use: CommandUseTable;
  event: EventTable;
}
