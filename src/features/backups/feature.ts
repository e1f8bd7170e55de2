import { BACKUP_MAILS } from '../../../views/backups/mails.ts'
import { feature } from '../feature.ts'
import { backupState } from './state.ts'
import { makeBackupsTask } from './tasks.ts'

export const backups = feature({
  name: 'backups',
  summary: 'Makes a verified backup each night, in a folder or a bucket; `signalpost restore` puts one back.',
  needs: [],
  operations: {},
  tasks: [makeBackupsTask],
  state: { backups: backupState },
  tabs: [{ menu: 'operator', entry: 'System', behind: '/system', title: 'Backups', under: '/backups' }],
  letters: BACKUP_MAILS,
})
