/** Posts the same bytes one after another and prints what that took: what deliveries are compared with. */
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

const { BENCH_BYTES = '', BENCH_URL = '', BENCH_COUNT = '0' } = process.env
const bytes = readFileSync(BENCH_BYTES)
const count = Number(BENCH_COUNT)
const agent = new Agent({ keepAlive: true })

const post = () =>
  new Promise<void>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': bytes.length }
    const sent = request(BENCH_URL, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().on('end', resolve).on('error', reject)
    })
    sent.on('error', reject)
    sent.end(bytes)
  })

for (let at = 0; at < count; at += 1) await post()
const [begin, before] = [performance.now(), process.cpuUsage()]
for (let at = 0; at < count; at += 1) await post()
const { user, system } = process.cpuUsage(before)
const tookMs = performance.now() - begin
console.log(
  JSON.stringify({ perSecond: (count * 1000) / tookMs, cpuMs: (user + system) / 1000 / count }),
)
agent.destroy()
