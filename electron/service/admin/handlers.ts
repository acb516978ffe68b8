import type { Handlers } from '../dispatch';
import { backupFolder, changeBackupFolder, chooseBackupFolder, runBackupFolder } from './backup-folder';
import { backups, createBackup, downloadBackup } from './backups';
import { health } from './health';
import { createInvite, invites, revokeInvite } from './invites';
import { listLetters, openLetter } from './letters';
import { activity } from './activity';
import { auditLog } from './audit-log';
import { createPromo, promos, revokePromo } from './promos';
import { ban, people, resetCode, setRole, unban } from './people';
import { decideReport, reports } from './reports';
import {
  cancelRestore,
  checkRestore,
  chooseRestoreSource,
  restore,
  restoreBackup,
  restoreSources,
  undoRestore,
} from './restore';
import { checkSharing, share, sharing } from './sharing';
import {
  becomeStandby,
  hostAgain,
  pairStandby,
  removeStandby,
  standby,
  unreplicated,
  updateStandby,
} from './standby';
import { cleanStorage, storage } from './storage';
import { pairWitness, removeWitness } from './witness';

/** Handlers for the owner and administrators. */
export const adminHandlers = {
  'admin.people': people,
  'admin.ban': ban,
  'admin.unban': unban,
  'admin.setRole': setRole,
  'admin.resetCode': resetCode,
  'admin.reports': reports,
  'admin.decideReport': decideReport,
  'admin.acts': auditLog,
  'admin.invites': invites,
  'admin.createInvite': createInvite,
  'admin.revokeInvite': revokeInvite,
  'admin.promos': promos,
  'admin.createPromo': createPromo,
  'admin.revokePromo': revokePromo,
  'admin.mail': listLetters,
  'admin.openLetter': openLetter,
  'admin.storage': storage,
  'admin.activity': activity,
  'admin.health': health,
  'admin.cleanStorage': cleanStorage,
  'admin.backups': backups,
  'admin.createBackup': createBackup,
  'admin.downloadBackup': downloadBackup,
  'admin.backupFolder': backupFolder,
  'admin.chooseBackupFolder': chooseBackupFolder,
  'admin.changeBackupFolder': changeBackupFolder,
  'admin.runBackupFolder': runBackupFolder,
  'admin.restore': restore,
  'admin.restoreSources': restoreSources,
  'admin.chooseRestoreSource': chooseRestoreSource,
  'admin.checkRestore': checkRestore,
  'admin.restoreBackup': restoreBackup,
  'admin.undoRestore': undoRestore,
  'admin.cancelRestore': cancelRestore,
  'admin.sharing': sharing,
  'admin.share': share,
  'admin.checkSharing': checkSharing,
  'admin.standby': standby,
  'admin.unreplicated': unreplicated,
  'admin.becomeStandby': becomeStandby,
  'admin.hostAgain': hostAgain,
  'admin.pairStandby': pairStandby,
  'admin.updateStandby': updateStandby,
  'admin.removeStandby': removeStandby,
  'admin.pairWitness': pairWitness,
  'admin.removeWitness': removeWitness,
} satisfies Partial<Handlers>;
