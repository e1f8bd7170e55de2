import { type FeaturePages, platformPage, type Screen } from '../../src/doors/pages/web.ts'
import { getSystem } from '../../src/operations/system.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Strip } from '../kit/strip.tsx'
import { Chip } from '../parts/chips.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { When } from '../parts/text/when.tsx'
import type { StatusWord } from '../parts/text/words.ts'
import { drawPage, zoneOf } from '../shell.tsx'
import { type BackupRow, type SystemData, size, span } from '../system/system.tsx'

const STATE: Record<BackupRow['state'], StatusWord> = {
  running: { word: 'Under way', icon: 'clock', tone: 'info' },
  proved: { word: 'Verified', icon: 'shield-check', tone: 'ok' },
  failed: { word: 'Failed', icon: 'triangle-alert', tone: 'bad' },
  gone: { word: 'Removed', icon: 'ban', tone: 'idle' },
}

type BackupsProps = { backups: SystemData['backups']; zone?: string }

const Backups = ({ backups, zone = 'UTC' }: BackupsProps) => (
  <>
    {backups.keep === 0 && (
      <Banner tone="warn">
        <b>No backups are made.</b> SIGNALPOST_BACKUP_KEEP is 0.
      </Banner>
    )}
    {backups.error !== null && (
      <Banner tone="bad">
        <b>The last backup failed.</b> {backups.error}
      </Banner>
    )}
    {!backups.encrypted && backups.keep > 0 && (
      <Banner>
        Backups are not encrypted and contain no secret key. Keep a copy of secret.key elsewhere, or set
        SIGNALPOST_BACKUP_PASSPHRASE.
      </Banner>
    )}
    <Strip
      facts={[
        { label: 'Last backup', value: <When time={backups.last_at} zone={zone} /> },
        { label: 'Last verified', value: <When time={backups.last_restored_at} zone={zone} /> },
        { label: 'Next', value: <When time={backups.next_at} zone={zone} /> },
        {
          label: 'Kept',
          value: `At most ${backups.keep}`,
          note: `${backups.place}${backups.encrypted ? ', encrypted with the secret key' : ''}`,
        },
      ]}
    />
    <Section title="Backups">
      <DataTable
        caption="Backups"
        columns={columns(zone)}
        rows={backups.recent}
        lines
        empty={<EmptyState icon="shield-check">The first backup is made in the first night of an install.</EmptyState>}
      />
    </Section>
    <Section title="Commands on the server">
      <pre>
        <code>{'signalpost backup\nsignalpost verify FILE\nsignalpost restore FILE'}</code>
      </pre>
      <p>
        After a restore, <a href="/app/platform/backups/restored">what waits is released here</a>.
      </p>
    </Section>
  </>
)

const columns = (zone: string): Column<BackupRow>[] => [
  {
    label: 'Backup',
    cell: (row) => (
      <>
        <span class="id">{row.name}</span>
        {row.error && <small class="sub2">{row.error}</small>}
      </>
    ),
  },
  { label: 'State', cell: (row) => <Chip {...STATE[row.state]} /> },
  { label: 'Size', class: 'num', cell: (row) => (row.bytes === null ? '–' : size(row.bytes)) },
  { label: 'Took', class: 'num wide-only', cell: (row) => (row.took_ms === null ? '–' : span(row.took_ms / 1000)) },
  { label: 'Started', class: 'num', cell: (row) => <When time={row.started_at} zone={zone} /> },
]

const backupScreens: readonly Screen[] = [
  platformPage('/backups', async (call) => {
    const { backups } = await call.call(getSystem, {})
    const sub = 'One every night. Each is restored into a temporary folder and compared before it counts.'
    return drawPage(call, { title: 'Backups', sub, operator: true }, <Backups backups={backups} zone={zoneOf(call)} />)
  }),
]

export const backupsPages: FeaturePages = { screens: backupScreens }
