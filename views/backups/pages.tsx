/** Backups, for platform admins. */
import { platformPage, type Screen } from '../../src/doors/pages/web.ts'
import { getSystem } from '../../src/operations/system.ts'
import { drawPage, zoneOf } from '../shell.tsx'
import { Backups } from './backups.tsx'

export const backupScreens: readonly Screen[] = [
  platformPage('/backups', async (call) => {
    const { backups } = await call.call(getSystem, {})
    const sub = 'One every night. Each is restored into a temporary folder and compared before it counts.'
    return drawPage(call, { title: 'Backups', sub, operator: true }, <Backups backups={backups} zone={zoneOf(call)} />)
  }),
]
