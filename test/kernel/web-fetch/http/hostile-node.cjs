// Run by real Node.js: reads [url, ms] lines, prints what node:http made of each answer.
const http = require('node:http')
const zlib = require('node:zlib')
const { createHash } = require('node:crypto')

const MAX = 1 << 20
const decoders = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress(),
}

const ask = ([url, ms]) =>
  new Promise((resolve) => {
    const failed = (error) => {
      clearTimeout(timer)
      request.destroy()
      resolve({ verdict: 'failed', why: String(error.code ?? error.message) })
    }
    const request = http.request(url, { agent: false, maxHeaderSize: 65536 }, (response) => {
      const coding = (response.headers['content-encoding'] ?? '').trim().toLowerCase()
      const known = coding === '' || coding === 'identity' || coding in decoders
      if (!known) return failed(new Error(`coding ${coding}`))
      const body = decoders[coding] ? response.pipe(decoders[coding]()) : response
      const hash = createHash('sha256')
      let size = 0
      body.on('data', (data) => {
        size += data.length
        hash.update(data)
        if (size > MAX) failed(new Error('too large'))
      })
      body.on('error', failed)
      response.on('error', failed)
      response.on('aborted', () => failed(new Error('aborted')))
      body.on('end', () => {
        clearTimeout(timer)
        request.destroy()
        resolve({ verdict: `${response.statusCode} ${hash.digest('hex').slice(0, 12)}` })
      })
    })
    const timer = setTimeout(() => failed(new Error('timeout')), ms)
    request.on('error', failed)
    request.on('upgrade', () => failed(new Error('upgrade')))
    request.end()
  })

const asked = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const verdicts = new Array(asked.length)
let next = 0
const work = async () => {
  while (next < asked.length) {
    const index = next++
    verdicts[index] = await ask(asked[index])
  }
}
void Promise.all(Array.from({ length: 4 }, work)).then(() => {
  process.stdout.write(JSON.stringify(verdicts))
  process.exit(0)
})
