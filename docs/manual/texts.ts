/** The texts of the manual, by topic, and the changelog. */
import changelog from '../../CHANGELOG.md' with { type: 'text' }
import answers from './answers.md' with { type: 'text' }
import audit from './audit.md' with { type: 'text' }
import backups from './backups.md' with { type: 'text' }
import client from './client.md' with { type: 'text' }
import commands from './commands.md' with { type: 'text' }
import dataProtection from './data-protection.md' with { type: 'text' }
import hardening from './hardening.md' with { type: 'text' }
import install from './install.md' with { type: 'text' }
import languages from './languages.md' with { type: 'text' }
import log from './log.md' with { type: 'text' }
import mail from './mail.md' with { type: 'text' }
import monitoring from './monitoring.md' with { type: 'text' }
import move from './move.md' with { type: 'text' }
import proxy from './proxy.md' with { type: 'text' }
import runbookAdminLeft from './runbook-admin-left.md' with { type: 'text' }
import runbookBreakIn from './runbook-break-in.md' with { type: 'text' }
import runbookDoubleBilled from './runbook-double-billed.md' with { type: 'text' }
import runbookKeyLeaked from './runbook-key-leaked.md' with { type: 'text' }
import runbookKeyLost from './runbook-key-lost.md' with { type: 'text' }
import runbookOldBackup from './runbook-old-backup.md' with { type: 'text' }
import searchConsole from './search-console.md' with { type: 'text' }
import settings from './settings.md' with { type: 'text' }
import signIn from './sign-in.md' with { type: 'text' }
import suppliers from './suppliers.md' with { type: 'text' }
import support from './support.md' with { type: 'text' }
import team from './team.md' with { type: 'text' }
import troubleshooting from './troubleshooting.md' with { type: 'text' }
import upgrade from './upgrade.md' with { type: 'text' }

export const manualTexts: Readonly<Record<string, string>> = {
  answers,
  audit,
  backups,
  changelog,
  client,
  commands,
  'data-protection': dataProtection,
  hardening,
  install,
  languages,
  log,
  mail,
  monitoring,
  move,
  proxy,
  'runbook-admin-left': runbookAdminLeft,
  'runbook-break-in': runbookBreakIn,
  'runbook-double-billed': runbookDoubleBilled,
  'runbook-key-leaked': runbookKeyLeaked,
  'runbook-key-lost': runbookKeyLost,
  'runbook-old-backup': runbookOldBackup,
  'search-console': searchConsole,
  settings,
  'sign-in': signIn,
  suppliers,
  support,
  team,
  troubleshooting,
  upgrade,
}
