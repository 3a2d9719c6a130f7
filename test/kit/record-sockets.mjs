/** Loaded into a process with `--import`: writes a line to the file SOCKETS for each connection that the process opens. */
import { appendFileSync } from 'node:fs'
import net from 'node:net'

const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...args) {
  const [target] = Array.isArray(args[0]) ? args[0] : args
  // A path is a pipe between processes of this machine.
  if (typeof target !== 'string' && !target?.path)
    appendFileSync(process.env.SOCKETS, `${target?.host ?? ''}:${target?.port ?? target}\n`)
  return connect.apply(this, args)
}
