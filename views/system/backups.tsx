/** The backups that the install makes by itself, and how to make or restore one by hand. */
import { Banner, Card, CardBody, Empty, Facts } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import type { Word } from '../parts/words.ts'
import { type BackupRow, type SystemData, size, span } from './system.tsx'

export type BackupsProps = { backups: SystemData['backups']; self: string; zone?: string }

const STATE: Record<BackupRow['state'], Word> = {
  running: { word: 'Under way', icon: 'clock', tone: 'info' },
  proved: { word: 'Proved', icon: 'shield-check', tone: 'ok' },
  failed: { word: 'Failed', icon: 'triangle-alert', tone: 'bad' },
  gone: { word: 'Removed', icon: 'ban', tone: 'idle' },
}

export const Backups = ({ backups, self, zone = 'UTC' }: BackupsProps) => (
  <>
    <PageHead
      title="Backups"
      crumbs={[{ label: 'System', href: self }, { label: 'Backups' }]}
      sub="One every night. Each is restored into a throw-away folder and its books compared before it counts."
    />
    {backups.keep === 0 && (
      <Banner tone="warn">
        <b>None is made.</b> SIGNALPOST_BACKUP_KEEP is 0.
      </Banner>
    )}
    {backups.error !== null && (
      <Banner tone="bad">
        <b>The last one failed.</b> {backups.error}
      </Banner>
    )}
    {!backups.encrypted && backups.keep > 0 && (
      <Banner>
        They are not encrypted, so they hold no secret key: keep a copy of secret.key apart from them, or set
        SIGNALPOST_BACKUP_PASSPHRASE.
      </Banner>
    )}
    <Card title="How it stands">
      <CardBody>
        <Facts
          facts={[
            { label: 'Kept in', value: backups.place },
            { label: 'Kept at most', value: String(backups.keep) },
            { label: 'Encrypted', value: backups.encrypted ? 'yes, with the secret key' : 'no' },
            { label: 'Last made', value: <When time={backups.last_at} zone={zone} /> },
            { label: 'Last restored for proof', value: <When time={backups.last_restored_at} zone={zone} /> },
            { label: 'Next', value: <When time={backups.next_at} zone={zone} /> },
          ]}
        />
      </CardBody>
    </Card>
    <Card title="Made so far">
      {backups.recent.length > 0 ? (
        <DataTable caption="Backups" columns={columns(zone)} rows={backups.recent} />
      ) : (
        <Empty icon="shield-check">The first one is made in the first night of an install.</Empty>
      )}
    </Card>
    <Card title="By hand, on the machine">
      <CardBody>
        <pre>
          <code>{'signalpost backup\nsignalpost verify FILE\nsignalpost restore FILE'}</code>
        </pre>
      </CardBody>
    </Card>
  </>
)

const columns = (zone: string): Column<BackupRow>[] => [
  {
    label: 'Backup',
    cell: (row) => (
      <>
        <span class="id">{row.name}</span>
        <div class="muted">
          <Chip {...STATE[row.state]} /> {row.error}
        </div>
      </>
    ),
  },
  { label: 'Size', class: 'num', cell: (row) => (row.bytes === null ? '–' : size(row.bytes)) },
  { label: 'Took', class: 'num wide-only', cell: (row) => (row.took_ms === null ? '–' : span(row.took_ms / 1000)) },
  { label: 'Begun', class: 'num', cell: (row) => <When time={row.started_at} zone={zone} /> },
]
