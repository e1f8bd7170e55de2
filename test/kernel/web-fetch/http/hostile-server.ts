/** Run in a process of its own: serves the answers of `hostile.ts` at `/SEED/INDEX/HOP`, and prints its port. */
import net from 'node:net'
import { answerOf } from './hostile.ts'

const server = net.createServer((socket) => {
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', (request) => {
    const path = /^\S+ \/(\d+)\/(\d+)\/(\d+)/.exec(request.toString('latin1'))
    if (path) void send(socket, Number(path[1]), Number(path[2]), Number(path[3]))
  })
})
server.listen(0, '127.0.0.2', () => console.log((server.address() as net.AddressInfo).port))

async function send(socket: net.Socket, seed: number, index: number, hop: number): Promise<void> {
  const { pieces, after } = answerOf(seed, index, hop)
  for (const [nth, piece] of pieces.entries()) {
    if (nth > 0) await Bun.sleep(2)
    if (socket.destroyed) return
    if (piece.length > 0) socket.write(piece)
  }
  if (after === 'close') socket.end()
  if (after === 'reset') setTimeout(() => socket.resetAndDestroy(), 20)
  if (after !== 'endless') return
  const more = () => {
    if (!socket.destroyed && socket.write(pieces.at(-1)!)) setImmediate(more)
  }
  socket.on('drain', more)
  more()
}
