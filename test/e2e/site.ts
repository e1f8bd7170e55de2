/** Pages on loopback: every path answers, after `pause` milliseconds, unless `answers` or `files` has something else for it. */
export type Site = {
  url: string
  files: Map<string, string>
  answers: Map<string, () => Response | Promise<Response>>
  pause: number
  hits: string[]
  stop(): void
}

const PAGE = '<!doctype html><title>A page</title><p>Worth reading.'

export function site(): Site {
  const files = new Map<string, string>([['/robots.txt', 'User-agent: *\nAllow: /\n']])
  const answers = new Map<string, () => Response | Promise<Response>>()
  const hits: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url)
      hits.push(pathname)
      const answer = answers.get(pathname)
      if (answer) return answer()
      const file = files.get(pathname)
      if (file !== undefined) return new Response(file, { headers: { 'content-type': 'text/plain' } })
      if (self.pause) await Bun.sleep(self.pause)
      return new Response(PAGE, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
  })
  const self: Site = { url: server.url.origin, files, answers, hits, pause: 0, stop: () => void server.stop(true) }
  return self
}
