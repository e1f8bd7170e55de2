import { expect, test } from 'bun:test'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { watching } from '../../features/standing/watching.ts'
import { browserOf } from '../browser.ts'

const LIST = '/app/w/ten_northwind/standing/repairs'

test('a flagged link is watched from its page, listed with its fault, and stopped in its row', async () => {
  const w = await watching(10)
  w.web.put('/robots.txt', 'User-agent: *\nAllow: /')
  w.web.put(
    '/bread',
    () =>
      new Response('<title>Bread</title><meta name="robots" content="noindex"><p>Rye and wheat.', {
        headers: { 'content-type': 'text/html' },
      }),
  )
  await w.call('ada', 'submit_index_job', { urls: [w.web.at('/bread')] })
  await advancePushesTask.run(w.app, new AbortController().signal)
  const uid = w.db.read((tx) => tx.number('select max(id) from links'))
  const browser = browserOf(w)
  expect((await browser.visit('ada', `/app/w/ten_northwind/links/${uid}`)).main).toContain('Push again when fixed')
  expect((await browser.send('ada', LIST, { uids: String(uid) })).status).toBe(303)
  const listed = await browser.visit('ada', LIST)
  expect(listed.text).toContain('Not fixed yet')
  const stop = /action="([^"]+\/stop)"/.exec(listed.main)![1]!
  expect((await browser.send('ada', stop)).status).toBe(303)
  expect((await browser.visit('ada', LIST)).text).toContain('Stopped')
  w.stop()
})
