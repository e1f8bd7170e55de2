/** Criterion 9 of webhooks: from a git push to links that are sent, by what GitHub sends for it. */
import { expect, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import { serve } from '../../../src/doors/server.ts'
import type { Hook } from '../../../src/features/standing/index.ts'
import { answerDeployHooksTask, runStandingPushesTask } from '../../../src/features/standing/tasks.ts'
import { HOUR, SECOND } from '../../../src/kernel/time/clock.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../../../src/tasks/pushes/send-links.ts'
import { pages, urlset, watching } from './watching.ts'

const repository = { id: 186853002, name: 'shop', full_name: 'bakery/shop', default_branch: 'main', private: true }
const head_sha = '1481a2de7b2a7d02428ad93446ab166be7793fbb'
const run = { id: 30433642, name: 'Deploy', event: 'push', head_branch: 'main', head_sha, run_number: 562 }
const workflow = { id: 9503106, name: 'Deploy', path: '.github/workflows/deploy.yml', state: 'active' }
const sender = { login: 'vera', id: 21031067, type: 'User' }

/** The deliveries of one push, trimmed to what a reader may look at, with the seconds after the push. */
const DELIVERIES: [at: number, event: string, body: object][] = [
  [
    0,
    'push',
    {
      ref: 'refs/heads/main',
      before: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
      after: head_sha,
      ...{ created: false, deleted: false, forced: false, repository, sender },
      pusher: { name: 'vera', email: 'vera@bakery.example' },
      head_commit: { id: head_sha, message: 'Add rye', added: ['rye.md'], removed: [], modified: ['sitemap.xml'] },
    },
  ],
  [2, 'workflow_run', { action: 'requested', workflow_run: { ...run, status: 'queued', conclusion: null } }],
  [4, 'workflow_run', { action: 'in_progress', workflow_run: { ...run, status: 'in_progress', conclusion: null } }],
  [41, 'workflow_run', { action: 'completed', workflow_run: { ...run, status: 'completed', conclusion: 'success' } }],
]

/** Everything between the hook and the supplier, each at its own interval or when it is woken. */
const TASKS = [answerDeployHooksTask, runStandingPushesTask, advancePushesTask, sendLinksTask]

test('criterion 9 of webhooks: links are sent within 30 seconds after the site of a git push has settled', async () => {
  const w = await watching()
  const running = serve(w.app)
  // The test runs the tasks itself: two runs of one task at a time are no case of the product.
  await running.scheduler.stop()
  const never = new AbortController().signal
  const woken = new Set<string>()
  w.app.wake = (name) => woken.add(name)
  const sent = () =>
    w.db.read((tx) => tx.rows<{ url: string }>('select url from links where sent_at is not null order by url'))
  const ran = new Map(TASKS.map(({ name }) => [name, w.clock.now()]))
  /** Turns the clock second by second, with what a scheduler would run in each. */
  const pass = async (seconds: number, until = () => false) => {
    for (let n = 0; n < seconds && !until(); n++) {
      w.clock.turn(SECOND)
      for (const task of TASKS) {
        const waited = Date.parse(w.clock.now()) - Date.parse(ran.get(task.name)!)
        if (waited < task.every && !woken.delete(task.name)) continue
        ran.set(task.name, w.clock.now())
        await task.run(w.app, never)
      }
    }
  }
  try {
    w.web.put('/sitemap.xml', urlset(w.web.origin, pages(3)))
    const push = w.create({}, { interval: 1440 })
    await w.run()
    w.clock.turn(HOUR)
    const hook = await w.call<Hook & { url: string; secret: string }>('ada', 'create_deploy_hook', {
      ...{ name: 'Shop', mode: 'github', standing_push_id: push.id, tenant_id: 'ten_northwind' },
    })
    const deliver = async (event: string, body: object) => {
      const text = JSON.stringify({ ...body, workflow, repository, sender })
      const signature = createHmac('sha256', hook.secret).update(text).digest('hex')
      const response = await fetch(`${running.address}${new URL(hook.url).pathname}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'GitHub-Hookshot/044aadd',
          'x-github-event': event,
          'x-github-delivery': crypto.randomUUID(),
          'x-hub-signature-256': `sha256=${signature}`,
        },
        body: text,
      })
      return { status: response.status, ...((await response.json()) as object) }
    }
    const answers: unknown[] = []
    let second = 0
    for (const [at, event, body] of DELIVERIES) {
      await pass(at - second)
      second = at
      answers.push(await deliver(event, body))
    }
    expect(answers).toMatchObject([
      { status: 200, ignored: 'The event “push” is no deploy.' },
      { status: 200, ignored: 'The workflow has not ended.' },
      { status: 200, ignored: 'The workflow has not ended.' },
      { status: 202, joined: false },
    ])
    for (const [path] of pages(2, '', 10)) w.web.put(path, `<html><title>${path}</title><p>Rye bread</p></html>`)
    w.web.put('/sitemap.xml', urlset(w.web.origin, [...pages(3), ...pages(2, '2026-11-01', 10)]))
    await pass(hook.settle_seconds - 1)
    expect([w.pushed(), sent()]).toEqual([[], []])
    await pass(1 + 30, () => sent().length === 2)
    expect(sent().map(({ url }) => url)).toEqual([w.web.at('/p10'), w.web.at('/p11')])
    expect(w.lastRun(push)).toMatchObject({ trigger: 'hook', pushed: 2, state: 'done' })
  } finally {
    await running.stop()
    w.stop()
  }
})
