/** How far a month's report has come, in words. */
import type { MonthReportFacts } from '../../src/domains/reports/index.ts'
import { many } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import type { Word } from '../parts/text/words.ts'

export const STATES: Record<MonthReportFacts['state'], Word> = {
  new: { word: 'Not shared', icon: 'clock', tone: 'idle' },
  draft: { word: 'Draft', icon: 'clock', tone: 'info' },
  shared: { word: 'Shared', icon: 'check', tone: 'ok' },
  stopped: { word: 'Stopped', icon: 'ban', tone: 'warn' },
}

/** How often it was read, and when last. */
export const Openings = ({ of: { opened, opened_at }, zone }: { of: MonthReportFacts; zone: string }) =>
  opened === 0 || opened_at === null ? (
    <>Not opened yet</>
  ) : (
    <>
      {`Opened ${many(opened, 'time')}, last `}
      <When time={opened_at} zone={zone} />
    </>
  )
