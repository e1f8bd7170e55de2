/** Until it is told to stop: one small request after another; prints the slowest answer in milliseconds. */
export {}

const [url] = process.argv.slice(2) as [string]
let slowest = 0
process.on('SIGTERM', () => {
  process.stdout.write(String(slowest))
  process.exit(0)
})
for (let n = 0; ; n++) {
  const started = performance.now()
  await (await fetch(url)).text()
  // The first ones pay for the connection and for this process's own start.
  if (n > 20) slowest = Math.max(slowest, performance.now() - started)
  await Bun.sleep(1)
}
