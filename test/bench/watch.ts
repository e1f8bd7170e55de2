/** Until it is told to stop: one small request after another; prints the slowest answer in milliseconds. */
export {}

const [url] = process.argv.slice(2) as [string]
let slowest = 0
let stopped = false
process.on('SIGTERM', () => {
  stopped = true
})
// The request that is under way when it is told to stop counts: it may be the one that had to wait.
for (let n = 0; !stopped; n++) {
  const started = performance.now()
  await (await fetch(url)).text()
  // The first ones pay for the connection and for this process's own start.
  if (n > 20) slowest = Math.max(slowest, performance.now() - started)
  await Bun.sleep(1)
}
process.stdout.write(String(slowest))
