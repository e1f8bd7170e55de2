/** The manual for people of a workspace. */
import { type ManualTopic, manualHead } from '../../src/doors/docs/manual.ts'
import { page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { drawPage } from '../shell.tsx'
import { Guide } from './guide.tsx'
import { TEAM } from './help-of.ts'

const GUIDES: readonly ManualTopic[] = [TEAM, 'client']

export const helpScreens: readonly Screen[] = [page('/help/:topic', guide)]

function guide(call: SignedInCall) {
  const topic = GUIDES.find((one) => one === call.params.topic)
  if (!topic) throw notFound('page')
  const { about } = manualHead(topic)
  const sub =
    topic === TEAM ? (
      <>
        {about} <a href={`${call.base}/help/client`}>What your clients read</a>
      </>
    ) : (
      about
    )
  return drawPage(call, { title: 'Help', sub, detail: true }, <Guide topic={topic} />)
}
